import type { Static } from 'typebox';
import { demand } from '../refusal.ts';
import type { ClaudeModel } from './claude-model.ts';
import type { MessagesRequest } from './schema.ts';

type Request = Static<typeof MessagesRequest>;

/** Refuses what the model does not take: sampling, kinds of thinking, effort, forced tools. */
export function verifyModel(request: Request, model: ClaudeModel): void {
  verifySampling(request, model);
  verifyThinking(request, model);
  const { tool_choice: choice, tools = [] } = request;
  const effort = request.output_config?.effort;
  demand(
    effort === undefined || model.efforts.includes(effort),
    `output_config.effort: '${effort}' is not supported by this model.`,
  );
  if (choice?.type === 'any' || choice?.type === 'tool') {
    demand(tools.length > 0, 'tool_choice: may only be specified while providing tools.');
    demand(model.forcedTools, `tool_choice: '${choice.type}' is not supported by this model.`);
    demand(request.thinking?.type !== 'enabled', 'Thinking may not be enabled when tool_choice forces tool use.');
  }
  if (choice?.type === 'tool')
    demand(
      tools.some(({ name }) => name === choice.name),
      `Tool '${choice.name}' not found in provided tools`,
    );
}

function verifySampling({ temperature, top_p, top_k, thinking }: Request, { sampling }: ClaudeModel): void {
  const given = Object.entries({ temperature, top_p, top_k }).find(([, value]) => value !== undefined)?.[0];
  demand(sampling !== 'refused' || !given, `\`${given}\` is not supported by this model.`);
  demand(
    sampling !== 'one' || temperature === undefined || top_p === undefined,
    '`temperature` and `top_p` cannot both be specified for this model. Please use only one.',
  );
  if (thinking?.type !== 'enabled') return;
  demand((temperature ?? 1) === 1, '`temperature` may only be set to 1 when thinking is enabled.');
  demand(top_k === undefined, '`top_k` must be unset when thinking is enabled.');
}

function verifyThinking({ thinking, max_tokens, output_config }: Request, model: ClaudeModel): void {
  if (!thinking) return;
  const { type, budget_tokens, display } = thinking;
  const kinds = {
    enabled: ['budget', 'either'],
    adaptive: ['either', 'asked', 'default', 'always'],
    disabled: ['budget', 'either', 'asked', 'default'],
  };
  demand(
    kinds[type as keyof typeof kinds].includes(model.thinking),
    `"thinking.type.${type}" is not supported for this model.`,
  );
  if (type === 'enabled') {
    demand(budget_tokens !== undefined, 'thinking.enabled.budget_tokens: Field required');
    demand(budget_tokens < max_tokens, '`max_tokens` must be greater than `thinking.budget_tokens`.');
  } else {
    demand(budget_tokens === undefined, `thinking.${type}.budget_tokens: Extra inputs are not permitted`);
  }
  demand(type !== 'disabled' || display === undefined, 'thinking.disabled.display: Extra inputs are not permitted');
  demand(
    type !== 'disabled' || model.thinking !== 'default' || !['xhigh', 'max'].includes(output_config?.effort ?? ''),
    'thinking.type.disabled is not supported with this effort.',
  );
}
