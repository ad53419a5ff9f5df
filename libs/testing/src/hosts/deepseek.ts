import type { Host } from './host.ts';
import { openaiChat } from './openai-chat/openai-chat.ts';
import type { ChatBody } from './openai-chat/options.ts';
import { bearer } from './proof/proof.ts';
import { demand } from './refusal.ts';
import { elements, isObject, isText } from './shape.ts';

/** DeepSeek: thinks unless it is told not to, and then wants its reasoning back wherever tools were called. */
export function deepseekHost({ key }: { key: string }): Host {
  return openaiChat({
    name: 'deepseek',
    path: /^(\/v1)?\/chat\/completions$/,
    proof: bearer(key),
    ignoresUnknown: true,
    accepts: ['thinking', 'user_id'],
    refuses: [
      'max_completion_tokens',
      'n',
      'logit_bias',
      'seed',
      'store',
      'metadata',
      'modalities',
      'parallel_tool_calls',
      'service_tier',
      'user',
    ],
    roles: ['system', 'user', 'assistant', 'tool'],
    reasoningField: 'reasoning_content',
    readReasoning: (body) => (thinks(body) ? { effort: String(body.reasoning_effort ?? 'high') } : undefined),
    rules: [wantReasoningBack, refuseSchemas, refuseOddUsers],
  });
}

function thinks({ thinking }: ChatBody): boolean {
  return !isObject(thinking) || thinking.type !== 'disabled';
}

function wantReasoningBack(body: ChatBody): void {
  const turns = elements(body.messages)
    .filter(isObject)
    .filter(({ role }) => role === 'assistant');
  if (!thinks(body) || !turns.some(({ tool_calls }) => elements(tool_calls).length > 0)) return;
  const whole = turns.every(({ reasoning_content }) => isText(reasoning_content));
  demand(whole, 'The reasoning_content in the thinking mode must be passed back to the API.');
}

function refuseSchemas({ response_format }: ChatBody): void {
  const type = isObject(response_format) ? response_format.type : 'text';
  demand(type !== 'json_schema', 'This response_format type is unavailable now');
}

function refuseOddUsers({ user_id }: ChatBody): void {
  demand(user_id === undefined || /^[A-Za-z0-9_-]+$/.test(String(user_id)), 'Invalid user_id', { status: 422 });
}
