import type { ChatRequest, Effort, Json, Message, ReasoningRequest } from '../canonical.ts';
import type { Warn } from '../dialect.ts';
import { effortOf } from '../effort-of.ts';
import type { Capabilities } from './capabilities.ts';

export interface Thinking {
  readonly thinking?: Json;
  /** For `output_config`. */
  readonly effort?: string;
  /** Thinking counts against it. */
  readonly maxTokens: number;
}

const budgets: Readonly<Record<Effort, number>> = {
  none: 0,
  minimal: 1_024,
  low: 2_048,
  medium: 8_192,
  high: 16_384,
  xhigh: 24_576,
  max: 32_000,
};
const leastBudget = 1_024;
const suffix = /^(.*claude.*)-thinking$/;

/** Names that gateways invented: a Claude with `-thinking` behind its name, which hosts do not know. */
export function splitModel(model: string): { model: string; thinks: boolean } {
  const name = suffix.exec(model)?.[1];
  return { model: name ?? model, thinks: name !== undefined };
}

/** How a request asks the model to think. */
export function planThinking(
  request: Pick<ChatRequest, 'reasoning' | 'maxTokens' | 'messages' | 'toolChoice'>,
  capabilities: Capabilities,
  warn: Warn,
): Thinking {
  const maxTokens = Math.min(request.maxTokens ?? capabilities.defaultMaxTokens, capabilities.mostMaxTokens);
  const { reasoning } = request;
  if (!reasoning) return { maxTokens };
  if (capabilities.thinking !== 'budget') return { maxTokens, ...planEffort(reasoning, capabilities, warn) };
  const wanted = budgetOf(reasoning);
  if (wanted === 0) return { maxTokens };
  const forced = request.toolChoice?.type === 'required' || request.toolChoice?.type === 'tool';
  if (forced || !mayThink(request.messages)) {
    warn(
      'reasoning_effort',
      forced ? 'no thinking where a tool is forced' : 'the thoughts before the calls are missing',
    );
    return { maxTokens };
  }
  // The answer must have room behind the thoughts.
  const raised = maxTokens > wanted ? maxTokens : Math.min(wanted + maxTokens, capabilities.mostMaxTokens);
  const budget = Math.min(wanted, raised - 1);
  if (budget < leastBudget) return { maxTokens };
  return { maxTokens: raised, thinking: { type: 'enabled', budget_tokens: budget } };
}

/** `thinking` for a `-thinking` name whose request came in this dialect and does not say it. */
export function defaultThinking(capabilities: Capabilities, maxTokens: number): Json | undefined {
  if (capabilities.thinking !== 'budget') return { type: 'adaptive' };
  const budget = Math.min(budgets.medium, maxTokens - 1);
  return budget < leastBudget ? undefined : { type: 'enabled', budget_tokens: budget };
}

function planEffort(
  reasoning: ReasoningRequest,
  capabilities: Capabilities,
  warn: Warn,
): Pick<Thinking, 'thinking' | 'effort'> {
  const effort = reasoning.effort ?? effortOf(reasoning.budgetTokens);
  if (effort === 'none') {
    if (capabilities.thinking === 'adaptive') return {};
    if (capabilities.thinking === 'default-on') return { thinking: { type: 'disabled' } };
    warn('reasoning_effort', 'this model always thinks');
    return { effort: 'low' };
  }
  const shown = capabilities.display && reasoning.visible !== false ? { display: 'summarized' } : {};
  const thinking = { type: 'adaptive', ...shown };
  if (!effort) return { thinking };
  const word = effort === 'minimal' ? 'low' : effort === 'xhigh' && !capabilities.xhigh ? 'max' : effort;
  return { thinking, effort: word };
}

function budgetOf({ effort, budgetTokens }: ReasoningRequest): number {
  if (budgetTokens === undefined || budgetTokens < 0) return budgets[effort ?? 'medium'];
  return budgetTokens === 0 ? 0 : Math.max(leastBudget, budgetTokens);
}

/** While tools are being answered, the turn that called them must hold the thoughts that led to it. */
function mayThink(messages: readonly Message[]): boolean {
  const since = messages.findLastIndex(({ role }) => role === 'user') + 1;
  return messages.slice(since).every((message) => {
    if (message.role !== 'assistant' || !message.parts.some(({ type }) => type === 'tool-call')) return true;
    return message.parts.some((part) => part.type === 'reasoning' && part.signature?.dialect === 'anthropic-messages');
  });
}
