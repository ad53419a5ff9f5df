import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Static, Type } from 'typebox';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Answer, answerTo } from './conversation/answer-to.ts';
import { type Conversation, createConversation } from './conversation/conversation.ts';
import { piecesOf } from './conversation/pieces.ts';
import { usageOf } from './conversation/usage-of.ts';
import type { Host } from './host.ts';
import { openaiChat } from './openai-chat/openai-chat.ts';
import type { ChatBody } from './openai-chat/options.ts';
import { bearer } from './proof/proof.ts';
import { demand, Refusal } from './refusal.ts';
import { elements, expectShape, isObject } from './shape.ts';

export interface SparkKeys {
  readonly applicationId: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

export interface FakeSpark {
  /** `http://host:port`. */
  readonly url: string;
  /** What was understood, oldest first. */
  readonly conversations: readonly Conversation[];
  /** Frames that the next calls get instead of an answer. */
  frames: readonly object[] | undefined;
  close(): Promise<void>;
}

/** Paths with the domain that each serves, whether functions are called there, and the most tokens of an answer. */
const versions: Readonly<Record<string, { domain: RegExp; functions: boolean; system: boolean; mostTokens: number }>> =
  {
    '/v1.1/chat': { domain: /^(lite|general)$/, functions: false, system: false, mostTokens: 4096 },
    '/v2.1/chat': { domain: /^generalv2$/, functions: false, system: false, mostTokens: 4096 },
    '/v3.1/chat': { domain: /^generalv3$/, functions: true, system: false, mostTokens: 8192 },
    '/chat/pro-128k': { domain: /^pro-128k$/, functions: false, system: false, mostTokens: 4096 },
    '/v3.5/chat': { domain: /^generalv3\.5$/, functions: true, system: true, mostTokens: 8192 },
    '/chat/max-32k': { domain: /^max-32k$/, functions: true, system: true, mostTokens: 8192 },
    '/v1/x1': { domain: /^spark-x$/, functions: false, system: true, mostTokens: 65_536 },
    '/v4.0/chat': { domain: /^4\.0Ultra$/, functions: true, system: true, mostTokens: 8192 },
  };
const latestSkewMs = 300_000;
const closed = { additionalProperties: false };

const Body = Type.Object(
  {
    header: Type.Object(
      { app_id: Type.String({ minLength: 1 }), uid: Type.Optional(Type.String({ maxLength: 32 })) },
      closed,
    ),
    parameter: Type.Object(
      {
        chat: Type.Object(
          {
            domain: Type.String(),
            temperature: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1 })),
            top_k: Type.Optional(Type.Integer({ minimum: 1, maximum: 6 })),
            max_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
          },
          closed,
        ),
      },
      closed,
    ),
    payload: Type.Object(
      {
        message: Type.Object(
          {
            text: Type.Array(
              Type.Object(
                { role: Type.Enum(['system', 'user', 'assistant']), content: Type.String({ minLength: 1 }) },
                closed,
              ),
              { minItems: 1 },
            ),
          },
          closed,
        ),
        functions: Type.Optional(
          Type.Object({
            text: Type.Array(
              Type.Object({
                name: Type.String(),
                description: Type.String(),
                parameters: Type.Record(Type.String(), Type.Unknown()),
              }),
              { minItems: 1 },
            ),
          }),
        ),
      },
      closed,
    ),
  },
  closed,
);

/** Spark over WebSocket: checks the signed address as iFlytek does, then the one frame that it takes. */
export async function startSpark(keys: SparkKeys): Promise<FakeSpark> {
  const conversations: Conversation[] = [];
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer((_, response) => response.writeHead(404).end());
  const spark: FakeSpark = {
    url: '',
    conversations,
    frames: undefined,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host');
    const refusal = refuseAddress(pathname, searchParams, keys);
    if (refusal) {
      const body = JSON.stringify({ message: refusal.message });
      const status = refusal.status === 401 ? '401 Unauthorized' : '403 Forbidden';
      stream.end(
        `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
      );
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) => {
      socket.once('message', (data) => {
        for (const frame of spark.frames ?? answerFrame(String(data), pathname, keys, conversations)) {
          send(socket, frame);
        }
        // The real host leaves it to the client; this one ends what a failure ended.
        if (spark.frames) socket.close(1000);
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(spark, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

function send(socket: WebSocket, frame: object): void {
  socket.send(JSON.stringify(frame));
}

function refuseAddress(path: string, query: URLSearchParams, keys: SparkKeys): Refusal | undefined {
  const date = query.get('date') ?? '';
  const host = query.get('host') ?? '';
  if (!(Math.abs(Date.now() - Date.parse(date)) < latestSkewMs)) {
    return new Refusal('HMAC signature cannot be verified, a valid date or x-date header is required', { status: 403 });
  }
  const authorization = Buffer.from(query.get('authorization') ?? '', 'base64').toString('utf8');
  const [, apiKey, algorithm, headers, signature = ''] =
    /^api_key="([^"]*)", algorithm="([^"]*)", headers="([^"]*)", signature="([^"]*)"$/.exec(authorization) ?? [];
  if (apiKey !== keys.apiKey || algorithm !== 'hmac-sha256' || headers !== 'host date request-line') {
    return new Refusal('HMAC signature cannot be verified: fail to retrieve credential', { status: 401 });
  }
  const signed = `host: ${host}\ndate: ${date}\nGET ${path} HTTP/1.1`;
  const expected = createHmac('sha256', keys.apiSecret).update(signed).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected)
    ? undefined
    : new Refusal('HMAC signature does not match', { status: 401 });
}

function answerFrame(text: string, path: string, keys: SparkKeys, conversations: Conversation[]): object[] {
  try {
    const conversation = readFrame(text, path, keys);
    conversations.push(conversation);
    return writeFrames(conversation);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [{ header: { code: Number(error.code ?? 10163), message: error.message, sid: 'cht0000', status: 2 } }];
  }
}

function readFrame(text: string, path: string, keys: SparkKeys): Conversation {
  const body: Static<typeof Body> = expectShape(Body, JSON.parse(text));
  const { chat } = body.parameter;
  const version = versions[path];
  demand(body.header.app_id === keys.applicationId, 'unknown app_id', { code: '10015' });
  demand(version, 'AppIdNoAuthError', { code: '11200' });
  demand(version.domain.test(chat.domain), 'AppIdNoAuthError', { code: '11200' });
  demand((chat.max_tokens ?? 1) <= version.mostTokens, 'max_tokens is out of range');
  demand(version.functions || !body.payload.functions, 'functions are not supported');
  const messages = body.payload.message.text;
  demand(version.system || messages.every(({ role }) => role !== 'system'), 'role system is not supported');
  demand(messages.at(-1)?.role === 'user', 'the last message must be of the user');
  const last = messages.at(-1)?.content ?? '';
  const [, name, told] = /^Result of ([^:]+): (.*)$/s.exec(last) ?? [];
  return createConversation({
    model: chat.domain,
    stream: true,
    system: messages
      .filter(({ role }) => role === 'system')
      .map(({ content }) => content)
      .join('\n'),
    text: last,
    transcript: messages.map(({ content }) => content).join('\n'),
    tools: (body.payload.functions?.text ?? []).map((tool) => ({ name: tool.name, schema: tool.parameters })),
    parallelCalls: false,
    ...(path === '/v1/x1' && { reasoning: { shown: true } }),
    results: name === undefined || told === undefined ? [] : [{ id: '', name, text: told }],
    maxTokens: chat.max_tokens,
  });
}

function writeFrames(conversation: Conversation): object[] {
  const answer: Answer = answerTo(conversation);
  const { promptTokens, completionTokens } = usageOf(conversation);
  const [call] = answer.calls;
  const thoughts = answer.reasoning === '' ? [] : piecesOf(answer.reasoning);
  const said: object[] = call
    ? [{ content: '', role: 'assistant', index: 0, function_call: { name: call.name, arguments: call.arguments } }]
    : piecesOf(answer.text).map((content) => ({ content, role: 'assistant', index: 0 }));
  const items = [
    ...thoughts.map((text) => ({ content: '', reasoning_content: text, role: 'assistant', index: 0 })),
    ...said,
  ];
  return items.map((item, seq) => {
    const last = seq === items.length - 1;
    const status = last ? 2 : seq === 0 ? 0 : 1;
    const usage = {
      text: {
        question_tokens: 1,
        prompt_tokens: promptTokens,
        completion_tokens: completionTokens,
        total_tokens: promptTokens + completionTokens,
      },
    };
    return {
      header: { code: 0, message: 'Success', sid: 'cht0001', status },
      payload: { choices: { status, seq, text: [item] }, ...(last && { usage }) },
    };
  });
}

/** Spark's HTTP call. Every answer says `code: 0`; streams tell usage in the last chunk and give no reason to end. */
export function xunfei(password: string): Host {
  const known = {
    name: 'xunfei',
    proof: bearer(password),
    roles: ['system', 'user', 'assistant', 'tool'],
    accepts: ['thinking'],
    refuses: ['n', 'logit_bias', 'store', 'metadata', 'reasoning_effort', 'service_tier'],
    reasoningField: 'reasoning_content',
    readReasoning: ({ thinking }) => ((thinking as { type?: string })?.type === 'enabled' ? {} : undefined),
    rules: [refuseParts],
    usageIn: 'last-chunk',
    extra: () => ({ code: 0, message: 'Success', sid: 'cha0001' }),
  } satisfies Parameters<typeof openaiChat>[0];
  const classic = openaiChat({
    ...known,
    path: '/v1/chat/completions',
    models: ['lite', 'generalv3', 'pro-128k', 'generalv3.5', 'max-32k', '4.0Ultra'],
  });
  const reasoning = openaiChat({ ...known, path: '/v2/chat/completions', models: ['spark-x', 'spark-x2.5'] });
  return {
    name: 'xunfei',
    async handle(request) {
      const reply = (await classic.handle(request)) ?? (await reasoning.handle(request));
      if (!reply?.headers['content-type']?.startsWith('text/event-stream')) return reply;
      return { ...reply, body: String(reply.body).replaceAll('"finish_reason":"stop"', '"finish_reason":null') };
    },
  };
}

function refuseParts({ messages }: ChatBody): void {
  for (const { content } of elements(messages).filter(isObject)) {
    const plain = elements(content).every((part) => isObject(part) && part.type === 'text');
    demand(plain, 'only text parts are supported');
  }
}
