import { Type } from 'typebox';
import { answerTo } from './conversation/answer-to.ts';
import { createConversation } from './conversation/conversation.ts';
import { piecesOf } from './conversation/pieces.ts';
import { usageOf } from './conversation/usage-of.ts';
import type { Host, HostReply, HostRequest } from './host.ts';
import { openaiChat } from './openai-chat/openai-chat.ts';
import type { ChatBody } from './openai-chat/options.ts';
import { bearer } from './proof/proof.ts';
import { demand, orRefuse, Refusal } from './refusal.ts';
import { jsonReply } from './reply.ts';
import { elements, expectShape, isObject, isText } from './shape.ts';

const services = '/api/v1/services';
const streamOnly = /^(qwq|qvq)|-omni/;
const closed = { additionalProperties: false };
const pictureUrl = 'https://pictures.example/1.png';

/** DashScope: its compatible mode, and its own calls for plugins, reranks and pictures. */
export function ali(key: string): Host {
  const chat = openaiChat({
    name: 'ali',
    path: '/compatible-mode/v1/chat/completions',
    ignoresUnknown: true,
    roles: ['system', 'user', 'assistant', 'tool'],
    accepts: ['enable_thinking', 'thinking_budget', 'enable_search', 'translation_options', 'top_k'],
    refuses: ['logit_bias', 'store', 'metadata', 'service_tier', 'reasoning_effort', 'max_completion_tokens'],
    rules: [refuseLimits, refuseWhole],
    reasoningField: 'reasoning_content',
    readReasoning: ({ enable_thinking: thinks }) => (thinks === true ? {} : undefined),
  });
  const asked = new Map<string, number>();
  return {
    name: 'ali',
    handle: (request) =>
      orRefuse(writeError, async () => {
        const { path } = request;
        if (!/^\/(compatible-mode|api)\/v1\//.test(path)) return undefined;
        demand(!bearer(key)(request), 'Invalid API-key provided.', { status: 401, code: 'InvalidApiKey' });
        switch (path) {
          case '/compatible-mode/v1/models':
            return jsonReply(200, { object: 'list', data: [{ id: 'qwen-plus', object: 'model' }] });
          case '/compatible-mode/v1/embeddings':
            return embed(request);
          case `${services}/aigc/text-generation/generation`:
            return generate(request);
          case `${services}/rerank/text-rerank/text-rerank`:
            return rerank(request);
          case `${services}/aigc/multimodal-generation/generation`:
            return draw(request);
          case `${services}/aigc/text2image/image-synthesis`:
            return submit(request, asked);
        }
        if (path.startsWith('/api/v1/tasks/')) return poll(request, asked);
        return chat.handle(request);
      }),
  };
}

function writeError({ message, status, code }: Refusal): HostReply {
  return jsonReply(status, { code: code ?? 'InvalidParameter', message, request_id: 'r-1' });
}

function refuseLimits({ top_p: topP = 0.5, temperature = 0 }: ChatBody): void {
  demand(Number(topP) > 0 && Number(topP) < 1, 'top_p must lie in (0,1)');
  demand(Number(temperature) < 2, 'temperature must lie in [0,2)');
}

function refuseWhole({ model, stream, enable_thinking: thinks }: ChatBody): void {
  demand(stream === true || !streamOnly.test(String(model)), 'current user api does not support http call');
  const hybrid = /^qwen3-\d+b/.test(String(model));
  demand(
    stream === true || !hybrid || thinks === false,
    'parameter.enable_thinking must be set to false for non-streaming calls',
  );
}

const EmbedBody = Type.Object(
  {
    model: Type.String(),
    input: Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 10 })]),
    dimensions: Type.Optional(Type.Integer()),
    encoding_format: Type.Optional(Type.Literal('float')),
  },
  closed,
);

function embed(request: HostRequest): HostReply {
  const { model, input } = expectShape(EmbedBody, request.json());
  const data = [input]
    .flat()
    .map((text, index) => ({ object: 'embedding', index, embedding: [text.length / 8, -0.5] }));
  const tokens = data.length * 3;
  return jsonReply(200, { object: 'list', data, model, usage: { prompt_tokens: tokens, total_tokens: tokens } });
}

const GenerateBody = Type.Object(
  {
    model: Type.String(),
    input: Type.Object({
      messages: Type.Array(Type.Object({ role: Type.String(), content: Type.String() }), { minItems: 1 }),
    }),
    parameters: Type.Object({
      result_format: Type.Literal('message'),
      incremental_output: Type.Optional(Type.Boolean()),
    }),
  },
  closed,
);

/** Streams only when asked in the header, and repeats all of the text in each event unless told otherwise. */
function generate(request: HostRequest): HostReply {
  const { model, input, parameters } = expectShape(GenerateBody, request.json());
  demand(request.headers['x-dashscope-plugin'], 'the plugin is missing');
  const texts = input.messages.map(({ content }) => content);
  const stream = request.headers['x-dashscope-sse'] === 'enable';
  const conversation = createConversation({ model, stream, text: texts.at(-1) ?? '', transcript: texts.join('\n') });
  const { text } = answerTo(conversation);
  const { promptTokens, completionTokens } = usageOf(conversation);
  const answer = (content: string, reason: string, output: number) => ({
    output: { choices: [{ message: { role: 'assistant', content }, finish_reason: reason }] },
    usage: { input_tokens: promptTokens, output_tokens: output, total_tokens: promptTokens + output },
    request_id: 'r-1',
  });
  if (!stream) return { ...jsonReply(200, answer(text, 'stop', completionTokens)), conversation };
  const pieces = piecesOf(text);
  const events = pieces.map((piece, at) => {
    const said = parameters.incremental_output ? piece : pieces.slice(0, at + 1).join('');
    const last = at === pieces.length - 1;
    const data = JSON.stringify(answer(said, last ? 'stop' : 'null', last ? completionTokens : at + 1));
    return `id:${at + 1}\nevent:result\n:HTTP_STATUS/200\ndata:${data}\n\n`;
  });
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream;charset=UTF-8' },
    body: events.join(''),
    conversation,
  };
}

const RerankBody = Type.Object(
  {
    model: Type.String(),
    input: Type.Object({ query: Type.String(), documents: Type.Array(Type.String(), { minItems: 1 }) }, closed),
    parameters: Type.Object({
      top_n: Type.Optional(Type.Integer({ minimum: 1 })),
      return_documents: Type.Optional(Type.Boolean()),
    }),
  },
  closed,
);

function rerank(request: HostRequest): HostReply {
  const { input, parameters } = expectShape(RerankBody, request.json());
  const results = input.documents.map((_, index) => ({ index, relevance_score: 1 - index / 10 })).reverse();
  const output = { results: results.slice(0, parameters.top_n) };
  return jsonReply(200, { output, usage: { total_tokens: input.documents.length * 5 }, request_id: 'r-2' });
}

/** Counts, sizes and nothing that is not documented. */
const PictureParameters = Type.Object(
  {
    n: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
    size: Type.Optional(Type.String({ pattern: '^\\d+\\*\\d+$' })),
    seed: Type.Optional(Type.Integer()),
    watermark: Type.Optional(Type.Boolean()),
    prompt_extend: Type.Optional(Type.Boolean()),
  },
  closed,
);

function draw(request: HostRequest): HostReply {
  demand(request.headers['x-dashscope-async'] === undefined, 'asynchronous calls are not supported', { status: 403 });
  const body = request.json() ?? {};
  const { n = 1 } = expectShape(PictureParameters, body.parameters);
  const messages = isObject(body.input) ? elements(body.input.messages) : [];
  const content = messages.flatMap((message) => (isObject(message) ? elements(message.content) : []));
  demand(
    content.some((part) => isObject(part) && isText(part.text)),
    'the prompt is missing',
  );
  const choices = Array.from({ length: n }, () => ({
    finish_reason: 'stop',
    message: { role: 'assistant', content: [{ image: pictureUrl }] },
  }));
  return jsonReply(200, { output: { choices }, usage: { image_count: n }, request_id: 'r-3' });
}

function submit(request: HostRequest, asked: Map<string, number>): HostReply {
  if (request.headers['x-dashscope-async'] !== 'enable') {
    throw new Refusal('current user api does not support synchronous calls', { status: 403, code: 'AccessDenied' });
  }
  const { input, parameters } = request.json() ?? {};
  expectShape(PictureParameters, parameters);
  demand(isObject(input) && isText(input.prompt), 'the prompt is missing');
  const id = `task-${asked.size + 1}`;
  asked.set(id, 0);
  return jsonReply(200, { output: { task_id: id, task_status: 'PENDING' }, request_id: 'r-4' });
}

/** Done when first asked; one of its two pictures was blocked. */
function poll({ path }: HostRequest, asked: Map<string, number>): HostReply {
  const id = path.slice('/api/v1/tasks/'.length);
  const times = asked.get(id);
  if (times === undefined)
    return jsonReply(200, { output: { task_id: id, task_status: 'UNKNOWN' }, request_id: 'r-5' });
  asked.set(id, times + 1);
  const results = [{ url: pictureUrl }, { code: 'DataInspectionFailed', message: 'blocked' }];
  const output = { task_id: id, task_status: 'SUCCEEDED', results };
  return jsonReply(200, { output, usage: { image_count: 1 }, request_id: 'r-5' });
}
