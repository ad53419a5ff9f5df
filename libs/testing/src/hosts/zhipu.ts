import { createHmac } from 'node:crypto';
import { Type } from 'typebox';
import { answerTo } from './conversation/answer-to.ts';
import { type Conversation, createConversation } from './conversation/conversation.ts';
import { piecesOf } from './conversation/pieces.ts';
import { usageOf } from './conversation/usage-of.ts';
import type { Host, HostReply, HostRequest } from './host.ts';
import { openaiChat } from './openai-chat/openai-chat.ts';
import type { ChatBody } from './openai-chat/options.ts';
import { demand, orRefuse, type Refusal } from './refusal.ts';
import { jsonReply } from './reply.ts';
import { elements, expectShape, isObject } from './shape.ts';

const prefix = /^\/api\/(coding\/)?paas\/v4(?=\/)/;
const old = /^\/api\/paas\/v3\/model-api\/([^/]+)\/(invoke|sse-invoke)$/;

/** Zhipu (BigModel): both versions, with the key `{id}.{secret}` or, as the third demands, a token made of it. */
export function zhipu(key: string): Host {
  const chat = openaiChat({
    name: 'zhipu',
    path: /^\/api\/(coding\/)?paas\/v4\/chat\/completions$/,
    roles: ['system', 'user', 'assistant', 'tool'],
    accepts: ['thinking', 'tool_stream', 'do_sample', 'user_id', 'request_id'],
    refuses: [
      'n',
      'seed',
      'logprobs',
      'logit_bias',
      'frequency_penalty',
      'presence_penalty',
      'reasoning_effort',
      'user',
    ],
    rules: [refuseLimits, refuseChoice, refuseMessages],
    reasoningField: 'reasoning_content',
    readReasoning: ({ thinking }) => (isObject(thinking) && thinking.type === 'enabled' ? {} : undefined),
    usageIn: 'finish-chunk',
    extra: () => ({ request_id: '20261121' }),
  });
  return {
    name: 'zhipu',
    handle(request) {
      if (old.test(request.path)) return orRefuse(writeOldError, () => answerOld(request, key));
      if (!prefix.test(request.path)) return undefined;
      return orRefuse(writeError, async () => {
        demand(proves(request, key, true), 'authentication failed', { status: 401, code: '1000' });
        const path = request.path.replace(prefix, '');
        if (path === '/embeddings') return embed(request);
        if (path === '/images/generations') return draw(request);
        if (path === '/models') return jsonReply(200, { object: 'list', data: [{ id: 'glm-5.3', object: 'model' }] });
        return chat.handle(asOpenai(request));
      });
    },
  };
}

/** What the model makes of a request: schemas told in words, and in the older models pictures as bare base64 (here PNG). */
function asOpenai(request: HostRequest): HostRequest {
  const body = request.json();
  if (!body) return request;
  let text = JSON.stringify({ ...body, response_format: formatOf(body) });
  if (/^glm-4v/.test(String(body.model))) {
    text = text.replace(/"url":"([^"]*)"/g, (_, url: string) => {
      demand(!url.startsWith('data:'), 'image_url illegal', { code: '1214' });
      return `"url":"data:image/png;base64,${url}"`;
    });
  }
  return { ...request, json: () => JSON.parse(text) };
}

function formatOf({ messages, response_format: format }: ChatBody): unknown {
  demand(!isObject(format) || format.type !== 'json_schema', 'response_format illegal', { code: '1214' });
  const [first] = elements(messages);
  const told = isObject(first) ? /schema: (\{.*\})$/s.exec(String(first.content))?.[1] : undefined;
  if (!isObject(format) || told === undefined) return format;
  return { type: 'json_schema', json_schema: { name: 'told', schema: JSON.parse(told) } };
}

function writeError({ message, status, code }: Refusal): HostReply {
  return jsonReply(status, { error: { code: code ?? '1210', message } });
}

/** Status 200 whatever went wrong. */
function writeOldError({ message, code }: Refusal): HostReply {
  return jsonReply(200, { code: Number(code ?? 1210), msg: message, success: false });
}

/** The key as it is, or a token that was signed with its secret and is valid now; times in milliseconds. */
function proves({ headers }: HostRequest, key: string, plain: boolean): boolean {
  const given = (headers.authorization ?? '').replace(/^Bearer /, '');
  if (plain && given === key) return true;
  const [id, secret = ''] = key.split('.');
  const [head = '', payload = '', signature] = given.split('.');
  const expected = createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url');
  if (signature !== expected) return false;
  const header = JSON.parse(Buffer.from(head, 'base64url').toString('utf8'));
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  const now = Date.now();
  return (
    header.alg === 'HS256' &&
    header.sign_type === 'SIGN' &&
    claims.api_key === id &&
    claims.timestamp <= now &&
    claims.exp > now &&
    claims.exp < now * 2
  );
}

function refuseLimits(body: ChatBody): void {
  for (const name of ['temperature', 'top_p']) {
    const value = body[name];
    demand(value === undefined || (Number(value) > 0 && Number(value) < 1), `${name} parameter illegal`, {
      code: '1214',
    });
  }
  demand(body.stop === undefined || elements(body.stop).length === 1, 'stop parameter illegal', { code: '1214' });
  demand(
    Object.values(body).every((value) => value !== null),
    'a parameter is null',
    { code: '1210' },
  );
}

function refuseChoice({ tool_choice: choice }: ChatBody): void {
  demand(choice === undefined || choice === 'auto', 'tool_choice parameter illegal', { code: '1214' });
}

function refuseMessages({ messages }: ChatBody): void {
  const list = elements(messages).filter(isObject);
  demand(
    list.some(({ role }) => role !== 'system'),
    'messages parameter illegal',
    { code: '1214' },
  );
  for (const message of list) {
    demand(message.content !== '' && message.content !== null, 'messages parameter illegal', { code: '1214' });
  }
}

const EmbedBody = Type.Object(
  {
    model: Type.String(),
    input: Type.Union([Type.String({ minLength: 1 }), Type.Array(Type.String({ minLength: 1 }), { maxItems: 64 })]),
    dimensions: Type.Optional(Type.Enum([256, 512, 1024, 2048])),
  },
  { additionalProperties: false },
);

function embed(request: HostRequest): HostReply {
  const { model, input } = expectShape(EmbedBody, request.json());
  demand(model !== 'embedding-2' || typeof input === 'string', 'input parameter illegal', { code: '1214' });
  const data = [input]
    .flat()
    .map((text, index) => ({ object: 'embedding', index, embedding: [text.length / 8, -0.5] }));
  return jsonReply(200, {
    object: 'list',
    data,
    model,
    usage: { prompt_tokens: data.length * 3, total_tokens: data.length * 3 },
  });
}

const DrawBody = Type.Object(
  {
    model: Type.String(),
    prompt: Type.String({ minLength: 1 }),
    size: Type.Optional(Type.String({ pattern: '^\\d+x\\d+$' })),
    quality: Type.Optional(Type.Enum(['standard', 'hd'])),
    user_id: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

function draw(request: HostRequest): HostReply {
  expectShape(DrawBody, request.json());
  return jsonReply(200, { created: 1, data: [{ url: 'https://pictures.example/1.png' }], content_filter: [] });
}

const OldBody = Type.Object(
  {
    prompt: Type.Array(
      Type.Object({ role: Type.Enum(['user', 'assistant']), content: Type.String({ minLength: 1 }) }),
      { minItems: 1 },
    ),
    temperature: Type.Optional(Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 })),
    top_p: Type.Optional(Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 })),
    request_id: Type.Optional(Type.String()),
    incremental: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

function answerOld(request: HostRequest, key: string): HostReply {
  demand(proves(request, key, false), 'authentication failed', { code: '1000' });
  const [, model = '', action] = old.exec(request.path) ?? [];
  const { prompt, incremental } = expectShape(OldBody, request.json());
  const conversation = createConversation({
    model,
    stream: action === 'sse-invoke',
    text: prompt.at(-1)?.content ?? '',
    transcript: prompt.map(({ content }) => content).join('\n'),
  });
  const { text } = answerTo(conversation);
  const { promptTokens, completionTokens } = usageOf(conversation);
  const usage = {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
  if (conversation.stream) return { ...oldStream(conversation, text, usage, incremental === true), conversation };
  const choices = [{ role: 'assistant', content: JSON.stringify(text) }];
  const data = { task_id: '77', request_id: '77', task_status: 'SUCCESS', choices, usage };
  return { ...jsonReply(200, { code: 200, msg: 'ok', success: true, data }), conversation };
}

/** Plain text, several lines of data for several lines of it, and a field `meta` at the end. */
function oldStream({ model }: Conversation, text: string, usage: object, incremental: boolean): HostReply {
  const pieces = piecesOf(text);
  const events = pieces.map((piece, at) => {
    const said = incremental ? piece : pieces.slice(0, at + 1).join('');
    const lines = said.split('\n').map((line) => `data:${line}`);
    return `event:add\nid:77\n${lines.join('\n')}\n\n`;
  });
  const meta = JSON.stringify({ task_status: 'SUCCESS', usage, task_id: '77', request_id: '77', model });
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream;charset=UTF-8' },
    body: `${events.join('')}event:finish\nid:77\ndata:\nmeta:${meta}\n\n`,
  };
}
