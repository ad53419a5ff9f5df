import type { Host, HostReply } from './host.ts';
import { chatMembers } from './openai-chat/members.ts';
import { openaiChat } from './openai-chat/openai-chat.ts';
import type { ChatBody } from './openai-chat/options.ts';
import { openaiError } from './openai-error.ts';
import { bearer } from './proof/proof.ts';
import { demand, orRefuse } from './refusal.ts';
import { elements, isObject, isText } from './shape.ts';

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

const reasoningField = 'reasoning_content';

/** Mistral: refuses every member that it does not know, and ids of calls that are not nine letters and digits. */
export function mistralHost({ key }: { key: string }): Host {
  const host = openaiChat({
    name: 'mistral',
    reasoningField,
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
      orRefuse(openaiError, async () => {
        const reply = await host.handle({ ...request, json: () => asOpenai(request.json()) });
        return reply && asMistral(reply);
      }),
  };
}

/** Results name their tool, which OpenAI's do not, and thoughts are a part of the content. */
function asOpenai(body: ChatBody | undefined): ChatBody | undefined {
  const messages = elements(body?.messages).map((message) => {
    if (!isObject(message)) return message;
    demand(!(reasoningField in message), `Extra inputs are not permitted: ${reasoningField}`, { status: 422 });
    const { name, ...result } = message;
    demand(message.role !== 'tool' || name !== undefined, 'Tool message has to have a tool name');
    if (message.role === 'tool') return result;
    return message.role === 'assistant' ? withoutThoughts(message) : message;
  });
  return body && { ...body, messages };
}

function withoutThoughts(message: ChatBody): ChatBody {
  const chunks = elements(message.content).filter(isObject);
  const thoughts = chunks.filter(({ type }) => type === 'thinking');
  if (thoughts.length === 0) return message;
  const said = chunks.filter((chunk) => !thoughts.includes(chunk));
  const reasoning = thoughts.flatMap(({ thinking }) => elements(thinking).filter(isObject)).map(({ text }) => text);
  return { ...message, content: said.length > 0 ? said : null, [reasoningField]: reasoning.join('') };
}

/** Whole, or each event of a stream. */
function asMistral(reply: HostReply): HostReply {
  const body = String(reply.body).replace(/\{.*\}/g, (text) => {
    const payload = JSON.parse(text);
    for (const { message, delta } of elements(payload.choices) as Record<string, ChatBody | undefined>[]) {
      const turn = message ?? delta ?? {};
      const { [reasoningField]: reasoning, content } = turn;
      if (!isText(reasoning)) continue;
      delete turn[reasoningField];
      const thought = { type: 'thinking', thinking: [{ type: 'text', text: reasoning }] };
      turn.content = [thought, ...(isText(content) && content !== '' ? [{ type: 'text', text: content }] : [])];
    }
    return JSON.stringify(payload);
  });
  return { ...reply, body };
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
