import type { CutReason } from '../dialect.ts';
import { isObject } from '../json.ts';

/** A whole chat response as the stream a client asked for: one chunk per choice, the finish, the usage, the end. */
export function asStream(payload: unknown): string {
  if (!isObject(payload)) return 'data: [DONE]\n\n';
  const { choices, usage, ...envelope } = payload;
  const head = {
    ...envelope,
    object: payload.object === 'text_completion' ? 'text_completion' : 'chat.completion.chunk',
  };
  const events: unknown[] = [];
  for (const choice of Array.isArray(choices) ? choices : []) {
    if (!isObject(choice)) continue;
    const { message, finish_reason, ...rest } = choice;
    events.push({
      ...head,
      choices: [{ ...rest, ...(message ? { delta: withToolIndexes(message) } : {}), finish_reason: null }],
    });
    events.push({
      ...head,
      choices: [{ index: choice.index ?? 0, delta: {}, finish_reason: finish_reason ?? 'stop' }],
    });
  }
  if (usage) events.push({ ...head, choices: [], usage });
  return `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`;
}

/** Calls in a stream are joined by `index`, which whole messages do not carry. */
function withToolIndexes(message: unknown): unknown {
  if (!isObject(message) || !Array.isArray(message.tool_calls)) return message;
  return {
    ...message,
    tool_calls: message.tool_calls.map((call, index) => (isObject(call) ? { index, ...call } : call)),
  };
}

/** Ends a stream as an answer that reached its length limit, or was filtered, ends. */
export function writeCut(event: unknown, reason: CutReason): string {
  const head = isObject(event) ? event : { object: 'chat.completion.chunk' };
  const finish = reason === 'length' ? 'length' : 'content_filter';
  const legacy = head.object === 'text_completion';
  const choice = legacy
    ? { index: 0, text: '', finish_reason: finish }
    : { index: 0, delta: {}, finish_reason: finish };
  return `data: ${JSON.stringify({ ...head, choices: [choice] })}\n\ndata: [DONE]\n\n`;
}

export function writeStreamError({
  message,
  type,
  code,
}: {
  message: string;
  type: string;
  code: string | null;
}): string {
  return `data: ${JSON.stringify({ error: { message, type, param: null, code } })}\n\n`;
}
