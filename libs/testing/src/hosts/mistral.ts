import type { Host } from './host.ts';
import { chatMembers } from './openai-chat/members.ts';
import { openaiChat } from './openai-chat/openai-chat.ts';
import type { ChatBody } from './openai-chat/options.ts';
import { openaiError } from './openai-error.ts';
import { bearer } from './proof/proof.ts';
import { demand, orRefuse } from './refusal.ts';
import { elements, isObject } from './shape.ts';

const shared = new Set([
  'model',
  'messages',
  'temperature',
  'top_p',
  'max_tokens',
  'stream',
  'stop',
  'n',
  'presence_penalty',
  'frequency_penalty',
  'response_format',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'prediction',
  'reasoning_effort',
  'metadata',
  'prompt_cache_key',
]);

/** Mistral: refuses every member that it does not know, and ids of calls that are not nine letters and digits. */
export function mistralHost({ key }: { key: string }): Host {
  const host = openaiChat({
    name: 'mistral',
    proof: bearer(key),
    accepts: ['random_seed', 'prompt_mode', 'safe_prompt', 'guardrails'],
    refuses: chatMembers.filter((member) => !shared.has(member)),
    roles: ['system', 'user', 'assistant', 'tool'],
    usageIn: 'finish-chunk',
    wholeToolCalls: true,
    rules: [wantShortIds, wantLastTurn],
  });
  return {
    name: host.name,
    handle: (request) =>
      orRefuse(openaiError, () => host.handle({ ...request, json: () => withoutNames(request.json()) })),
  };
}

/** Results name their tool, which OpenAI's do not. */
function withoutNames(body: ChatBody | undefined): ChatBody | undefined {
  const messages = elements(body?.messages).map((message) => {
    if (!isObject(message) || message.role !== 'tool') return message;
    const { name, ...result } = message;
    demand(name !== undefined, 'Tool message has to have a tool name');
    return result;
  });
  return body && { ...body, messages };
}

function wantShortIds({ messages }: ChatBody): void {
  for (const message of elements(messages).filter(isObject)) {
    const calls = elements(message.tool_calls).filter(isObject);
    for (const id of [...calls.map((call) => call.id), ...(message.role === 'tool' ? [message.tool_call_id] : [])]) {
      const fits = /^[A-Za-z0-9]{9}$/.test(String(id));
      demand(fits, `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`);
    }
  }
}

function wantLastTurn({ messages }: ChatBody): void {
  const last = elements(messages).filter(isObject).at(-1);
  const fits = last?.role === 'user' || last?.role === 'tool' || last?.prefix === true;
  demand(fits, 'Expected last role User or Tool (or Assistant with prefix True) for serving');
}
