import { createHmac } from 'node:crypto';
import { Type } from 'typebox';
import { answerTo } from './conversation/answer-to.ts';
import { createConversation } from './conversation/conversation.ts';
import { piecesOf } from './conversation/pieces.ts';
import { usageOf } from './conversation/usage-of.ts';
import type { Host, HostReply, HostRequest } from './host.ts';
import { openaiChat } from './openai-chat/openai-chat.ts';
import { demand, orRefuse, type Refusal } from './refusal.ts';
import { jsonReply } from './reply.ts';
import { expectShape } from './shape.ts';

const oldPrefix = '/rpc/2.0/ai_custom/v1/wenxinworkshop/';
const closed = { additionalProperties: false };

export interface BaiduAccount {
  /** `bce-v3/...`, and the application that must be named beside it. */
  readonly key: string;
  readonly application?: string;
  /** A pair of the first version. */
  readonly old?: { readonly id: string; readonly secret: string };
}

/** Qianfan's second version, and the first with its tokens. */
export function baidu(account: BaiduAccount): Host {
  const chat = openaiChat({
    name: 'baidu',
    path: '/v2/chat/completions',
    ignoresUnknown: true,
    roles: ['system', 'user', 'assistant', 'tool'],
    accepts: ['web_search', 'enable_thinking', 'thinking_budget', 'penalty_score'],
    refuses: ['n', 'logit_bias', 'store', 'reasoning_effort', 'max_completion_tokens', 'service_tier'],
    reasoningField: 'reasoning_content',
    readReasoning: ({ enable_thinking: thinks }) => (thinks === true ? {} : undefined),
  });
  return {
    name: 'baidu',
    handle(request) {
      if (request.path === '/oauth/2.0/token') return giveToken(request, account);
      if (request.path.startsWith(oldPrefix)) return orRefuse(writeOldError, () => answerOld(request));
      if (!request.path.startsWith('/v2/')) return undefined;
      return orRefuse(writeError, async () => {
        demand(request.headers.authorization === `Bearer ${account.key}`, 'IAM Certification failed', {
          status: 401,
          code: 'invalid_iam_token',
        });
        demand(request.headers.appid === account.application, 'no permission to use the application', { status: 401 });
        if (request.path === '/v2/models') return jsonReply(200, { object: 'list', data: [{ id: 'ernie-5.1' }] });
        if (request.path === '/v2/embeddings') return embed(request);
        const model = String(request.json()?.model ?? '');
        demand(model === model.toLowerCase(), 'no permission to use the model', { status: 401, code: 'invalid_model' });
        return chat.handle(request);
      });
    },
  };
}

function writeError({ message, status, code }: Refusal): HostReply {
  const error = { code: code ?? 'invalid_argument', message, type: 'invalid_request_error' };
  return jsonReply(status, { error, id: 'as-1' });
}

const EmbedBody = Type.Object(
  {
    model: Type.String({ pattern: '^[a-z0-9-]+$' }),
    input: Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 16 })]),
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

/** Good for a moment, and told apart by the pair that it was made for. */
function tokenOf({ id, secret }: { id: string; secret: string }): string {
  return `24.${createHmac('sha256', secret).update(id).digest('hex')}`;
}

const tokens = new Set<string>();

function giveToken({ method, query }: HostRequest, { old }: BaiduAccount): HostReply {
  const known = old && query.get('client_id') === old.id;
  if (method !== 'POST' || query.get('grant_type') !== 'client_credentials' || !known) {
    return jsonReply(401, { error: 'invalid_client', error_description: 'unknown client id' });
  }
  if (query.get('client_secret') !== old.secret) {
    return jsonReply(401, { error: 'invalid_client', error_description: 'Client authentication failed' });
  }
  const token = tokenOf(old);
  tokens.add(token);
  return jsonReply(200, { access_token: token, expires_in: 2_592_000 });
}

/** Status 200 and plain JSON, of streams too. */
function writeOldError({ message, code }: Refusal): HostReply {
  return jsonReply(200, { error_code: Number(code ?? 336_003), error_msg: message });
}

const OldBody = Type.Object(
  {
    messages: Type.Array(
      Type.Object({
        role: Type.Enum(['user', 'assistant', 'function']),
        content: Type.String(),
        name: Type.Optional(Type.String()),
        function_call: Type.Optional(Type.Object({ name: Type.String(), arguments: Type.String() })),
      }),
      { minItems: 1 },
    ),
    stream: Type.Optional(Type.Boolean()),
    system: Type.Optional(Type.String({ minLength: 1 })),
    temperature: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1 })),
    top_p: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    penalty_score: Type.Optional(Type.Number({ minimum: 1, maximum: 2 })),
    max_output_tokens: Type.Optional(Type.Integer({ minimum: 2 })),
    stop: Type.Optional(Type.Array(Type.String(), { maxItems: 4 })),
    functions: Type.Optional(
      Type.Array(
        Type.Object(
          { name: Type.String(), description: Type.String(), parameters: Type.Record(Type.String(), Type.Unknown()) },
          closed,
        ),
      ),
    ),
    user_id: Type.Optional(Type.String()),
  },
  closed,
);

function answerOld(request: HostRequest): HostReply {
  demand(tokens.has(request.query.get('access_token') ?? ''), 'Access token invalid or no longer valid', {
    code: '110',
  });
  const [kind, model = ''] = request.path.slice(oldPrefix.length).split('/');
  if (kind === 'embeddings') return embedOld(request);
  const body = expectShape(OldBody, request.json());
  for (const [at, { role }] of body.messages.entries()) {
    const wanted = at % 2 === 0 ? role !== 'assistant' : role === 'assistant';
    demand(wanted, 'the role of message with even index in the messages must be user or function', { code: '336006' });
  }
  demand(body.messages.length % 2 === 1, 'the length of messages must be odd', { code: '336006' });
  const last = body.messages.at(-1);
  const conversation = createConversation({
    model,
    stream: body.stream === true,
    system: body.system ?? '',
    text: last?.content ?? '',
    transcript: body.messages.map(({ content }) => content).join('\n'),
    tools: (body.functions ?? []).map((tool) => ({ name: tool.name, schema: tool.parameters })),
    parallelCalls: false,
    results: last?.role === 'function' ? [{ id: '', name: last.name ?? '', text: last.content }] : [],
    maxTokens: body.max_output_tokens,
  });
  const { text, calls, finish } = answerTo(conversation);
  const { promptTokens, completionTokens } = usageOf(conversation);
  const [call] = calls;
  const answer = (result: string, more: object) => ({
    id: 'as-2',
    object: 'chat.completion',
    created: 1,
    result,
    is_truncated: finish === 'length',
    need_clear_history: false,
    ...(call && { function_call: { name: call.name, arguments: call.arguments } }),
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    },
    ...more,
  });
  if (!conversation.stream) return { ...jsonReply(200, answer(text, {})), conversation };
  const pieces = call ? [''] : piecesOf(text);
  const events = pieces.map((piece, at) => answer(piece, { sentence_id: at, is_end: at === pieces.length - 1 }));
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8' },
    body: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
    conversation,
  };
}

function embedOld(request: HostRequest): HostReply {
  const { input } = expectShape(
    Type.Object({ input: Type.Array(Type.String(), { minItems: 1, maxItems: 16 }) }, closed),
    request.json(),
  );
  const data = input.map((text, index) => ({ object: 'embedding', index, embedding: [text.length / 8, -0.5] }));
  const count = input.length * 3;
  return jsonReply(200, {
    id: 'as-3',
    object: 'embedding_list',
    data,
    usage: { prompt_tokens: count, total_tokens: count },
  });
}
