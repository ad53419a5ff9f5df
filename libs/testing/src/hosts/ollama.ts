import { Type } from 'typebox';
import { answerTo } from './conversation/answer-to.ts';
import { attachmentOf } from './conversation/attachment.ts';
import { type Conversation, createConversation } from './conversation/conversation.ts';
import { piecesOf } from './conversation/pieces.ts';
import { usageOf } from './conversation/usage-of.ts';
import type { Host, HostReply, HostRequest } from './host.ts';
import { demand, orRefuse } from './refusal.ts';
import { jsonReply } from './reply.ts';
import { elements, expectShape, isObject, unknownMember } from './shape.ts';

const closed = { additionalProperties: false };
const Call = Type.Object({
  id: Type.Optional(Type.String()),
  function: Type.Object({ name: Type.String(), arguments: Type.Object({}) }, closed),
});
const Message = Type.Object(
  {
    role: Type.Union(['system', 'user', 'assistant', 'tool'].map((role) => Type.Literal(role))),
    content: Type.String(),
    thinking: Type.Optional(Type.String()),
    images: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
    tool_calls: Type.Optional(Type.Array(Call)),
    tool_name: Type.Optional(Type.String()),
    tool_call_id: Type.Optional(Type.String()),
  },
  closed,
);
const ChatBody = Type.Object({
  model: Type.String({ minLength: 1 }),
  messages: Type.Array(Message, { minItems: 1 }),
  stream: Type.Optional(Type.Boolean()),
  think: Type.Optional(Type.Union([Type.Boolean(), Type.String()])),
  format: Type.Optional(Type.Unknown()),
  tools: Type.Optional(
    Type.Array(
      Type.Object({
        type: Type.Literal('function'),
        function: Type.Object({ name: Type.String(), parameters: Type.Object({}) }),
      }),
    ),
  ),
  options: Type.Optional(
    Type.Object({ num_ctx: Type.Optional(Type.Integer({ minimum: 1 })), num_predict: Type.Optional(Type.Integer()) }),
  ),
  keep_alive: Type.Optional(Type.Unknown()),
});

/** Ollama's native API. `key` is demanded of every call, as its cloud does; without one nothing is asked. */
export function ollamaHost({ key }: { key?: string } = {}): Host {
  return {
    name: 'ollama',
    handle: (request) =>
      orRefuse(
        ({ status, message }) => jsonReply(status, { error: message }),
        () => {
          demand(!key || request.headers.authorization === `Bearer ${key}`, 'unauthorized', { status: 401 });
          if (request.method === 'GET' && request.path === '/api/tags') {
            return jsonReply(200, { models: [{ name: 'qwen3.5:9b' }, { name: 'tide:latest' }] });
          }
          return request.method === 'POST' && request.path === '/api/chat' ? chat(request) : undefined;
        },
      ),
  };
}

function chat(request: HostRequest): HostReply {
  const body = expectShape(ChatBody, request.json());
  const unknown = unknownMember(body, Object.keys(ChatBody.properties));
  demand(unknown === undefined, `unknown member ${unknown}`);
  const conversation = understand(body);
  const usage = usageOf(conversation);
  const answer = answerTo(conversation);
  const context = body.options?.num_ctx ?? 4096;
  demand(usage.promptTokens <= context, 'no user query found in messages', { status: 500 });
  const head = { model: body.model, created_at: '2026-11-21T08:00:00Z' };
  const calls = answer.calls.map((call, index) => ({
    id: `call_${index}`,
    function: { index, name: call.name, arguments: JSON.parse(call.arguments) },
  }));
  const end = {
    done: true,
    done_reason: answer.finish === 'length' ? 'length' : 'stop',
    prompt_eval_count: usage.promptTokens,
    eval_count: usage.completionTokens,
  };
  const said = { role: 'assistant', content: answer.text, ...(answer.reasoning && { thinking: answer.reasoning }) };
  if (body.stream === false) {
    const message = { ...said, ...(calls.length > 0 && { tool_calls: calls }) };
    return { ...jsonReply(200, { ...head, message, ...end }), conversation };
  }
  const messages = [
    ...piecesOf(answer.reasoning).map((thinking) => ({ role: 'assistant', content: '', thinking })),
    ...piecesOf(answer.text).map((content) => ({ role: 'assistant', content })),
    ...calls.map((call) => ({ role: 'assistant', content: '', tool_calls: [call] })),
  ];
  const lines = [
    ...messages.map((message) => ({ ...head, message, done: false })),
    { ...head, message: { role: 'assistant', content: '' }, ...end },
  ];
  return {
    status: 200,
    headers: { 'content-type': 'application/x-ndjson' },
    body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    conversation,
  };
}

function understand(body: Record<string, unknown> & { model: string; stream?: boolean }): Conversation {
  const messages = elements(body.messages).filter(isObject);
  const last = messages.at(-1);
  const results = last?.role === 'tool' ? [last] : [];
  const asked = messages.filter(({ role }) => role === 'user').at(-1);
  const options = isObject(body.options) ? body.options : {};
  return createConversation({
    model: body.model,
    stream: body.stream !== false,
    system: messages
      .filter(({ role }) => role === 'system')
      .map(({ content }) => content)
      .join('\n'),
    text: String(asked?.content ?? ''),
    transcript: messages.map(({ content }) => content).join('\n'),
    images: messages.flatMap(({ images }) => elements(images).map((image) => attachmentOf('image/png', String(image)))),
    tools: elements(body.tools)
      .filter(isObject)
      .map(({ function: tool }) => {
        const { name, parameters } = tool as { name: string; parameters: Record<string, unknown> };
        return { name, schema: parameters };
      }),
    results: results.map(({ tool_call_id, tool_name, content }) => {
      demand(tool_name, 'a tool message names its tool');
      return { id: String(tool_call_id), name: String(tool_name), text: String(content) };
    }),
    ...(body.think !== undefined && body.think !== false && { reasoning: { shown: true } }),
    ...(typeof options.num_predict === 'number' && { maxTokens: options.num_predict }),
    ...(body.format !== undefined && { format: isObject(body.format) ? { schema: body.format } : {} }),
    stop: elements(options.stop).map(String),
  });
}
