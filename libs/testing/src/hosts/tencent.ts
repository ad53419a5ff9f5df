import { createHash, createHmac } from 'node:crypto';
import { Type } from 'typebox';
import { answerTo } from './conversation/answer-to.ts';
import { attachmentOfUrl } from './conversation/attachment.ts';
import { type Conversation, createConversation } from './conversation/conversation.ts';
import { piecesOf } from './conversation/pieces.ts';
import { usageOf } from './conversation/usage-of.ts';
import type { Host, HostReply, HostRequest } from './host.ts';
import { openaiChat } from './openai-chat/openai-chat.ts';
import { bearer } from './proof/proof.ts';
import { demand, orRefuse, type Refusal } from './refusal.ts';
import { eventsReply, jsonReply } from './reply.ts';
import { expectShape, isObject } from './shape.ts';

const latestSkewSeconds = 300;
const closed = { additionalProperties: false };

/** TokenHub, which speaks OpenAI's chats. */
export function tokenHub(key: string): Host {
  return openaiChat({
    name: 'tencent-tokenhub',
    proof: bearer(key),
    ignoresUnknown: true,
    roles: ['system', 'user', 'assistant', 'tool'],
    accepts: ['thinking'],
    refuses: ['logit_bias', 'store', 'metadata', 'service_tier', 'max_completion_tokens'],
    reasoningField: 'reasoning_content',
  });
}

export interface TencentKeys {
  readonly secretId: string;
  readonly secretKey: string;
}

/** Hunyuan as Tencent Cloud's API 3.0 has it: each call is signed (TC3-HMAC-SHA256) for Tencent's own host. */
export function hunyuan(keys: TencentKeys): Host {
  return {
    name: 'tencent-hunyuan',
    handle(request) {
      if (request.path !== '/' || request.method !== 'POST') return undefined;
      return orRefuse(writeError, () => {
        verifySignature(request, keys);
        demand(request.headers['x-tc-version'] === '2023-09-01', 'no such version', { code: 'NoSuchVersion' });
        if (request.headers['x-tc-action'] === 'GetEmbedding') return embed(request);
        demand(request.headers['x-tc-action'] === 'ChatCompletions', 'no such action', { code: 'InvalidAction' });
        return chat(request);
      });
    },
  };
}

/** Status 200 and plain JSON, of streams too. */
function writeError({ message, code }: Refusal): HostReply {
  return jsonReply(200, {
    Response: { Error: { Code: code ?? 'InvalidParameterValue', Message: message }, RequestId: 'r' },
  });
}

function verifySignature({ headers, body }: HostRequest, { secretId, secretKey }: TencentKeys): void {
  const { authorization = '', host = '' } = headers;
  const [, id, day = '', service = '', names = '', signature] =
    /^TC3-HMAC-SHA256 Credential=([^/]+)\/([^/]+)\/([^/]+)\/tc3_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  demand(id === secretId, 'The SecretId is not found.', { code: 'AuthFailure.SecretIdNotFound' });
  const seconds = Number(headers['x-tc-timestamp']);
  const today = new Date(seconds * 1000).toISOString().slice(0, 10);
  demand(Math.abs(Date.now() / 1000 - seconds) < latestSkewSeconds, 'expired', { code: 'AuthFailure.SignatureExpire' });
  demand(host === 'hunyuan.tencentcloudapi.com', 'wrong host', { code: 'AuthFailure.SignatureFailure' });
  demand(
    ['content-type', 'host'].every((name) => names.split(';').includes(name)),
    'a header is not signed',
    {
      code: 'AuthFailure.SignatureFailure',
    },
  );
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).toLowerCase().trim()}\n`);
  const canonical = `POST\n/\n\n${signed.join('')}\n${names}\n${sha256(body)}`;
  const toSign = `TC3-HMAC-SHA256\n${seconds}\n${day}/${service}/tc3_request\n${sha256(canonical)}`;
  const key = [day, service, 'tc3_request'].reduce<Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    Buffer.from(`TC3${secretKey}`),
  );
  const expected = createHmac('sha256', key).update(toSign).digest('hex');
  demand(day === today && service === 'hunyuan' && signature === expected, 'The signature does not match.', {
    code: 'AuthFailure.SignatureFailure',
  });
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

const Call = Type.Object(
  {
    Id: Type.String(),
    Type: Type.Literal('function'),
    Function: Type.Object({ Name: Type.String(), Arguments: Type.String() }, closed),
  },
  closed,
);
const Body = Type.Object(
  {
    Model: Type.String(),
    Messages: Type.Array(
      Type.Object(
        {
          Role: Type.Enum(['system', 'user', 'assistant', 'tool']),
          Content: Type.Optional(Type.String()),
          Contents: Type.Optional(
            Type.Array(
              Type.Object({
                Type: Type.Enum(['text', 'image_url']),
                Text: Type.Optional(Type.String()),
                ImageUrl: Type.Optional(Type.Object({ Url: Type.String() }, closed)),
              }),
            ),
          ),
          ToolCalls: Type.Optional(Type.Array(Call)),
          ToolCallId: Type.Optional(Type.String()),
        },
        closed,
      ),
      { minItems: 1, maxItems: 40 },
    ),
    Stream: Type.Boolean(),
    StreamModeration: Type.Optional(Type.Boolean()),
    EnableEnhancement: Type.Optional(Type.Boolean()),
    Temperature: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 2 })),
    TopP: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1 })),
    Tools: Type.Optional(
      Type.Array(
        Type.Object(
          {
            Type: Type.Literal('function'),
            Function: Type.Object(
              { Name: Type.String(), Description: Type.Optional(Type.String()), Parameters: Type.String() },
              closed,
            ),
          },
          closed,
        ),
      ),
    ),
    ToolChoice: Type.Optional(Type.Enum(['none', 'auto', 'custom'])),
    CustomTool: Type.Optional(Type.Unknown()),
    Stop: Type.Optional(Type.Array(Type.String())),
    Seed: Type.Optional(Type.Integer()),
  },
  closed,
);

function chat(request: HostRequest): HostReply {
  const { Model, Messages, Stream, Tools = [], ToolChoice, Stop = [] } = expectShape(Body, request.json());
  const turns = Messages.filter(({ Role }) => Role !== 'system');
  demand(
    Messages.slice(1).every(({ Role }) => Role !== 'system'),
    'only the first message may be of the system',
  );
  for (const [at, { Role, Content, Contents, ToolCalls }] of Messages.entries()) {
    demand(Content || Contents || ToolCalls, 'a message is empty');
    demand(Role === 'tool' || Role !== Messages[at - 1]?.Role, 'user and assistant must take turns');
  }
  const last = turns.at(-1);
  demand(last?.Role === 'user' || last?.Role === 'tool', 'the last message must be of the user or a tool');
  const users = turns.filter(({ Role }) => Role === 'user').at(-1);
  const results = turns.slice(turns.findLastIndex(({ Role }) => Role !== 'tool') + 1);
  const conversation = createConversation({
    model: Model,
    stream: Stream,
    system: Messages[0]?.Role === 'system' ? (Messages[0].Content ?? '') : '',
    text: users?.Content ?? users?.Contents?.map(({ Text = '' }) => Text).join('') ?? '',
    transcript: Messages.map(({ Content = '' }) => Content).join('\n'),
    images: turns.flatMap(({ Contents = [] }) =>
      Contents.flatMap(({ ImageUrl }) => (ImageUrl ? [attachmentOfUrl(ImageUrl.Url)] : [])),
    ),
    tools: Tools.map(({ Function: tool }) => ({ name: tool.Name, schema: readSchema(tool.Parameters) })),
    toolChoice: ToolChoice === 'none' ? 'none' : 'auto',
    results: results.map(({ ToolCallId = '', Content = '' }) => ({ id: ToolCallId, name: '', text: Content })),
    stop: Stop,
  });
  return { ...(Stream ? stream(conversation) : whole(conversation)), conversation };
}

function readSchema(text: string): Record<string, unknown> {
  const schema: unknown = JSON.parse(text);
  demand(isObject(schema), 'Parameters must be the text of an object');
  return schema;
}

function usage(conversation: Conversation, share = 1) {
  const { promptTokens, completionTokens } = usageOf(conversation);
  const written = Math.ceil(completionTokens * share);
  return { PromptTokens: promptTokens, CompletionTokens: written, TotalTokens: promptTokens + written };
}

function callsOf(conversation: Conversation) {
  return answerTo(conversation).calls.map(({ name, arguments: text }, index) => ({
    Id: `call_${index}`,
    Type: 'function',
    Index: index,
    Function: { Name: name, Arguments: text },
  }));
}

function whole(conversation: Conversation): HostReply {
  const { text } = answerTo(conversation);
  const calls = callsOf(conversation);
  const message = { Role: 'assistant', Content: text, ...(calls.length > 0 && { ToolCalls: calls }) };
  const choices = [{ FinishReason: calls.length > 0 ? 'tool_calls' : 'stop', Message: message }];
  return jsonReply(200, {
    Response: { RequestId: 'r', Id: 'x1', Created: 1, Choices: choices, Usage: usage(conversation) },
  });
}

/** Not wrapped; usage is that of what was written so far. */
function stream(conversation: Conversation): HostReply {
  const calls = callsOf(conversation);
  const deltas: object[] = [
    ...piecesOf(answerTo(conversation).text).map((piece) => ({ Role: 'assistant', Content: piece })),
    ...calls.flatMap(({ Function: called, ...call }) =>
      piecesOf(called.Arguments).map((piece, at) => ({
        ToolCalls: [
          at === 0
            ? { ...call, Function: { Name: called.Name, Arguments: piece } }
            : { Index: call.Index, Function: { Arguments: piece } },
        ],
      })),
    ),
  ];
  const reason = calls.length > 0 ? 'tool_calls' : 'stop';
  const events = deltas.map((delta, at) => ({
    Choices: [{ Delta: delta, FinishReason: at === deltas.length - 1 ? reason : '' }],
    Created: 1,
    Id: 'x1',
    Usage: usage(conversation, (at + 1) / deltas.length),
  }));
  return eventsReply(events.map((data) => ({ data })));
}

function embed(request: HostRequest): HostReply {
  const { InputList } = expectShape(Type.Object({ InputList: Type.Array(Type.String()) }, closed), request.json());
  const data = InputList.map((text, index) => ({
    Embedding: [text.length / 8, -0.5],
    Index: index,
    Object: 'embedding',
  }));
  const tokens = InputList.length * 3;
  return jsonReply(200, {
    Response: { Data: data, Usage: { PromptTokens: tokens, TotalTokens: tokens }, RequestId: 'r' },
  });
}
