import type { Usage } from './client.ts';

/** One event of a host, and what it tells. */
export interface Told {
  readonly bytes: string;
  /** Tokens of the answer in it. */
  readonly tokens?: number;
  /** Sums that it reports at the end. */
  readonly usage?: Usage;
}

/** A short stream as a host of a dialect sends it, and how a client of the same dialect asks for it and reads it. */
export interface Recording {
  readonly name: string;
  /** Number of a kind of channel whose hosts speak so. */
  readonly channelType: number;
  readonly events: readonly Told[];
  request(model: string, prompt: string): { readonly path: string; readonly body: object };
  /** The text in a payload of the stream; undefined when there is none. */
  textOf(payload: Json): string | undefined;
  /** Whether a payload is the last of an answer that is whole. */
  isLast(payload: Json): boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: what a host or gateway wrote; a wrong path reads undefined
export type Json = any;

const usage: Usage = { prompt: 40, completion: 4 };
/** One token each, in every tokenizer of OpenAI's. */
const words = ['The', ' tide', ' is', ' low'];
const data = (payload: object) => `data: ${JSON.stringify(payload)}\n\n`;
const named = (payload: { readonly type: string }) => `event: ${payload.type}\n${data(payload)}`;

const openaiChat: Recording = {
  name: 'OpenAI chat',
  channelType: 1,
  events: [
    { bytes: data({ choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] }) },
    ...words.map((content) => ({ bytes: data({ choices: [{ index: 0, delta: { content } }] }), tokens: 1 })),
    { bytes: data({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }) },
    { bytes: data({ choices: [], usage: { prompt_tokens: 40, completion_tokens: 4 } }), usage },
    { bytes: 'data: [DONE]\n\n' },
  ],
  request: (model, content) => ({
    path: '/v1/chat/completions',
    body: { model, stream: true, messages: [{ role: 'user', content }] },
  }),
  textOf: (payload) => payload.choices?.[0]?.delta?.content || undefined,
  isLast: (payload) => payload === '[DONE]',
};

const openaiResponses: Recording = {
  name: 'OpenAI Responses',
  channelType: 1,
  events: [
    { bytes: named({ type: 'response.created', response: { id: 'r', status: 'in_progress', output: [] } } as never) },
    ...words.map((delta) => ({
      bytes: named({ type: 'response.output_text.delta', output_index: 0, content_index: 0, delta } as never),
      tokens: 1,
    })),
    {
      bytes: named({
        type: 'response.completed',
        response: { id: 'r', status: 'completed', output: [], usage: { input_tokens: 40, output_tokens: 4 } },
      } as never),
      usage,
    },
  ],
  request: (model, input) => ({ path: '/v1/responses', body: { model, stream: true, input } }),
  textOf: (payload) => (payload.type === 'response.output_text.delta' ? payload.delta : undefined),
  isLast: (payload) => payload.type === 'response.completed',
};

const anthropicMessages: Recording = {
  name: 'Anthropic Messages',
  channelType: 14,
  events: [
    {
      bytes: named({
        type: 'message_start',
        message: {
          id: 'm',
          type: 'message',
          role: 'assistant',
          content: [],
          usage: { input_tokens: 40, output_tokens: 1 },
        },
      } as never),
    },
    { bytes: named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } } as never) },
    ...words.map((text) => ({
      bytes: named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } } as never),
      tokens: 1,
    })),
    { bytes: named({ type: 'content_block_stop', index: 0 } as never) },
    {
      bytes: named({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 4 } } as never),
      usage,
    },
    { bytes: named({ type: 'message_stop' }) },
  ],
  request: (model, content) => ({
    path: '/v1/messages',
    body: { model, stream: true, max_tokens: 64, messages: [{ role: 'user', content }] },
  }),
  textOf: (payload) => payload.delta?.text,
  isLast: (payload) => payload.type === 'message_stop',
};

const geminiContent: Recording = {
  name: 'Gemini',
  channelType: 24,
  events: words.map((text, index) => {
    const isEnd = index === words.length - 1;
    const candidate = { content: { role: 'model', parts: [{ text }] }, ...(isEnd && { finishReason: 'STOP' }) };
    const usageMetadata = { promptTokenCount: 40, candidatesTokenCount: 4, totalTokenCount: 44 };
    const bytes = data({ candidates: [candidate], ...(isEnd && { usageMetadata }) });
    return { bytes, tokens: 1, ...(isEnd && { usage }) };
  }),
  request: (model, text) => ({
    path: `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
    body: { contents: [{ role: 'user', parts: [{ text }] }] },
  }),
  textOf: (payload) => payload.candidates?.[0]?.content?.parts?.[0]?.text,
  isLast: (payload) => payload.candidates?.[0]?.finishReason === 'STOP',
};

export const recordings = [openaiChat, openaiResponses, anthropicMessages, geminiContent];

/** What a client got of a stream. Throws when it is not made of whole events with JSON in them. */
export function readPayloads(body: string): Json[] {
  if (body !== '' && !body.endsWith('\n\n')) throw new Error(`A stream that ends in the middle of an event: ${body}`);
  return body
    .split('\n\n')
    .filter(Boolean)
    .flatMap((event) => {
      const lines = event.split('\n').filter((line) => line.startsWith('data:'));
      const text = lines.map((line) => line.slice('data:'.length).trimStart()).join('\n');
      return lines.length === 0 ? [] : [text === '[DONE]' ? text : JSON.parse(text)];
    });
}
