/** Formats in which upstreams answer. */
export type Dialect = 'chat' | 'messages' | 'gemini';

interface DialectAnswers {
  readonly whole: string;
  /** Events of a stream, each with its blank line. */
  readonly events: readonly string[];
  /** An event that tells an error. */
  readonly error: string;
  /** Quota for the usage that both report: 1 for a token read, 4 for one written. */
  readonly cost: number;
  /** The events up to and with the first that holds text. */
  said(events: readonly string[]): readonly string[];
  /** The same with a smaller usage before the last. */
  twice(events: readonly string[]): readonly string[];
}

const text = 'Low tide is at six.';
const read = 12;
const written = 7;
const cost = read + 4 * written;
const data = (payload: object) => `data: ${JSON.stringify(payload)}\n\n`;
const named = (payload: { type: string }) => `event: ${payload.type}\n${data(payload)}`;

const chatUsage = { prompt_tokens: read, completion_tokens: written, total_tokens: read + written };
const chunk = (delta: object, finish: string | null = null, more: object = {}) =>
  data({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  });

const messageUsage = { input_tokens: read, output_tokens: written };
const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_sequence: null };

const candidate = (finish?: string) => ({
  content: { role: 'model', parts: [{ text }] },
  index: 0,
  ...(finish && { finishReason: finish }),
});
const googleUsage = (candidates: number) => ({
  promptTokenCount: read,
  candidatesTokenCount: candidates,
  totalTokenCount: read + candidates,
});

/** The same short answer in each format, whole and as a stream. */
export const dialects: Readonly<Record<Dialect, DialectAnswers>> = {
  chat: {
    whole: JSON.stringify({
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
      usage: chatUsage,
    }),
    events: [
      chunk({ role: 'assistant', content: text }),
      chunk({}, 'stop'),
      data({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage: chatUsage }),
      'data: [DONE]\n\n',
    ],
    error: data({ error: { message: 'Overloaded', type: 'server_error', code: null } }),
    cost,
    said: (events) => events.slice(0, 1),
    twice: (events) => [
      chunk({ role: 'assistant', content: '' }, null, {
        usage: { ...chatUsage, completion_tokens: 1, total_tokens: read + 1 },
      }),
      ...events,
    ],
  },
  messages: {
    whole: JSON.stringify({
      ...message,
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      usage: messageUsage,
    }),
    events: [
      named({
        type: 'message_start',
        message: { ...message, content: [], stop_reason: null, usage: { ...messageUsage, output_tokens: 1 } },
      } as { type: string }),
      named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } } as { type: string }),
      named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } } as { type: string }),
      named({ type: 'content_block_stop', index: 0 } as { type: string }),
      named({
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: { output_tokens: written },
      } as { type: string }),
      named({ type: 'message_stop' }),
    ],
    error: named({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } as { type: string }),
    cost,
    said: (events) => events.slice(0, 3),
    twice: (events) => [
      ...events.slice(0, 4),
      named({ type: 'message_delta', delta: { stop_reason: null }, usage: { output_tokens: 2 } } as { type: string }),
      ...events.slice(4),
    ],
  },
  gemini: {
    whole: JSON.stringify({ candidates: [candidate('STOP')], usageMetadata: googleUsage(written), modelVersion: 'm' }),
    events: [
      data({ candidates: [candidate()], usageMetadata: googleUsage(2), modelVersion: 'm' }),
      data({ candidates: [candidate('STOP')], usageMetadata: googleUsage(written), modelVersion: 'm' }),
    ],
    error: data({ error: { code: 503, message: 'Overloaded', status: 'UNAVAILABLE' } }),
    cost,
    said: (events) => events.slice(0, 1),
    twice: (events) => events,
  },
};

export function wireOf(dialect: Dialect, stream: boolean): { readonly body: string; readonly type: string } {
  const { whole, events } = dialects[dialect];
  return stream ? { body: events.join(''), type: 'text/event-stream' } : { body: whole, type: 'application/json' };
}
