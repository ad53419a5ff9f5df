/** A request in one client's dialect, and how its answer ends. */
export interface Question {
  readonly name: string;
  readonly path: string;
  readonly headers: (key: string) => Record<string, string>;
  readonly body: object;
  readonly isWhole: (body: string) => boolean;
}

/** Long enough that an answer costs more than its envelope. */
const prompt = 'The same waves come and go along the shore, and the gulls count them. '.repeat(5);
const most = 256;
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

const models = {
  short: __ENV.LOAD_MODEL ?? 'short~tokens=12~latencyMs=20',
  stream: __ENV.LOAD_MODEL ?? 'stream~tokens=60~intervalMs=50',
  call: __ENV.LOAD_MODEL ?? 'call~tokens=5~latencyMs=300',
  embedding: __ENV.LOAD_EMBEDDING_MODEL ?? 'embedding~latencyMs=20',
};

export function chat(stream: boolean): Question {
  return {
    name: stream ? 'chat stream' : 'chat',
    path: '/v1/chat/completions',
    headers: bearer,
    body: {
      model: stream ? models.stream : models.short,
      messages: [{ role: 'user', content: prompt }],
      max_tokens: most,
      ...(stream ? { stream, stream_options: { include_usage: true } } : {}),
    },
    isWhole: (body) => body.includes(stream ? 'data: [DONE]' : '"finish_reason":"stop"'),
  };
}

/** A chat of a fixed price, which is what it holds. */
export function pricedCall(): Question {
  const question = chat(false);
  return { ...question, name: 'priced call', body: { ...question.body, model: models.call } };
}

export function responses(stream: boolean): Question {
  return {
    name: stream ? 'responses stream' : 'responses',
    path: '/v1/responses',
    headers: bearer,
    body: { model: stream ? models.stream : models.short, input: prompt, max_output_tokens: most, stream },
    isWhole: (body) => body.includes(stream ? '"type":"response.completed"' : '"status":"completed"'),
  };
}

export function messages(stream: boolean): Question {
  return {
    name: stream ? 'messages stream' : 'messages',
    path: '/v1/messages',
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
    body: {
      model: stream ? models.stream : models.short,
      messages: [{ role: 'user', content: prompt }],
      max_tokens: most,
      stream,
    },
    isWhole: (body) => body.includes(stream ? '"type":"message_stop"' : '"stop_reason":"end_turn"'),
  };
}

export function content(stream: boolean): Question {
  const model = stream ? models.stream : models.short;
  return {
    name: stream ? 'content stream' : 'content',
    path: `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    headers: (key) => ({ 'x-goog-api-key': key }),
    body: { contents: [{ role: 'user', parts: [{ text: prompt }] }], generationConfig: { maxOutputTokens: most } },
    isWhole: (body) => body.includes('"finishReason":"STOP"'),
  };
}

export function embedding(): Question {
  return {
    name: 'embedding',
    path: '/v1/embeddings',
    headers: bearer,
    body: { model: models.embedding, input: prompt },
    isWhole: (body) => body.includes('"embedding"'),
  };
}

/** Every dialect that clients speak, whole and as a stream. */
export const allDialects = [chat, responses, messages, content]
  .flatMap((of) => [of(false), of(true)])
  .concat(embedding());
