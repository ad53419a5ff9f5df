import { Type } from 'typebox';
import { answerTo } from './conversation/answer-to.ts';
import { attachmentOfUrl } from './conversation/attachment.ts';
import { type Conversation, createConversation } from './conversation/conversation.ts';
import { piecesOf } from './conversation/pieces.ts';
import { type HostUsage, usageOf } from './conversation/usage-of.ts';
import type { Host, HostReply, HostRequest } from './host.ts';
import { bearer } from './proof/proof.ts';
import { demand, orRefuse } from './refusal.ts';
import { eventsReply, jsonReply } from './reply.ts';
import { elements, expectShape, isObject, isText, unknownMember } from './shape.ts';

const fraction = (least: number, most: number) => Type.Optional(Type.Number({ minimum: least, maximum: most }));
const name = Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]*$' });
const Call = Type.Object({
  id: Type.String({ minLength: 1 }),
  type: Type.Literal('function'),
  function: Type.Object({ name, arguments: Type.String() }),
});
const ChatBody = Type.Object({
  model: Type.String({ minLength: 1 }),
  messages: Type.Array(
    Type.Object({
      role: Type.Union(['system', 'user', 'assistant', 'tool'].map((role) => Type.Literal(role))),
      content: Type.Optional(
        Type.Union([Type.String({ minLength: 1 }), Type.Array(Type.Object({ type: Type.String() }), { minItems: 1 })]),
      ),
      tool_calls: Type.Optional(Type.Array(Call, { minItems: 1 })),
      tool_plan: Type.Optional(Type.String()),
      tool_call_id: Type.Optional(Type.String()),
    }),
    { minItems: 1 },
  ),
  stream: Type.Optional(Type.Boolean()),
  max_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
  temperature: fraction(0, 1),
  p: fraction(0.01, 0.99),
  k: fraction(0, 500),
  seed: Type.Optional(Type.Integer()),
  stop_sequences: Type.Optional(Type.Array(Type.String(), { maxItems: 5 })),
  frequency_penalty: fraction(0, 1),
  presence_penalty: fraction(0, 1),
  tools: Type.Optional(
    Type.Array(
      Type.Object({ type: Type.Literal('function'), function: Type.Object({ name, parameters: Type.Object({}) }) }),
    ),
  ),
  tool_choice: Type.Optional(Type.Union([Type.Literal('REQUIRED'), Type.Literal('NONE')])),
  response_format: Type.Optional(Type.Object({ type: Type.Literal('json_object') })),
  thinking: Type.Optional(Type.Object({ type: Type.Union([Type.Literal('enabled'), Type.Literal('disabled')]) })),
  safety_mode: Type.Optional(Type.String()),
});
const EmbedBody = Type.Object(
  {
    model: Type.String({ minLength: 1 }),
    texts: Type.Array(Type.String(), { minItems: 1, maxItems: 96 }),
    input_type: Type.String({ minLength: 1 }),
    embedding_types: Type.Array(Type.Literal('float'), { minItems: 1 }),
    output_dimension: Type.Optional(Type.Integer()),
    truncate: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
const RerankBody = Type.Object(
  {
    model: Type.String({ minLength: 1 }),
    query: Type.String({ minLength: 1 }),
    documents: Type.Array(Type.String(), { minItems: 1 }),
    top_n: Type.Optional(Type.Integer({ minimum: 1 })),
    max_tokens_per_doc: Type.Optional(Type.Integer()),
    priority: Type.Optional(Type.Integer()),
  },
  { additionalProperties: false },
);

/** Cohere's API, second version. What is billed is less than what its tokens are. */
export function cohereHost({ key }: { key: string }): Host {
  const proof = bearer(key);
  const calls: Readonly<Record<string, (request: HostRequest) => HostReply>> = {
    '/v2/chat': chat,
    '/v2/embed': embed,
    '/v2/rerank': rerank,
  };
  return {
    name: 'cohere',
    handle: (request) =>
      orRefuse(
        ({ status, message }) => jsonReply(status, { id: 'e-1', message }),
        () => {
          const call = request.method === 'POST' ? calls[request.path] : undefined;
          demand(!call || !proof(request), 'invalid api token', { status: 401 });
          return call?.(request);
        },
      ),
  };
}

function chat(request: HostRequest): HostReply {
  const body = expectShape(ChatBody, request.json());
  const unknown = unknownMember(body, Object.keys(ChatBody.properties));
  demand(unknown === undefined, `unknown field: parameter '${unknown}' is not a valid field`, { status: 422 });
  demand(!(body.tools && body.response_format), 'response_format is not supported with tools');
  const conversation = understand(body);
  const usage = usageOf(conversation);
  return { ...(body.stream ? stream(conversation, usage) : whole(conversation, usage)), conversation };
}

function understand(body: Record<string, unknown> & { model: string; stream?: boolean }): Conversation {
  const messages = elements(body.messages).filter(isObject);
  const results: { id: string; name: string; text: string }[] = [];
  let called: string[] = [];
  for (const message of messages) {
    if (message.role === 'assistant')
      called = elements(message.tool_calls)
        .filter(isObject)
        .map(({ id }) => String(id));
    if (message.role !== 'tool') results.length = 0;
    else {
      demand(called.includes(String(message.tool_call_id)), 'a tool result answers no call');
      results.push({ id: String(message.tool_call_id), name: '', text: textOf(message.content) });
    }
  }
  const tools = elements(body.tools)
    .filter(isObject)
    .map(({ function: tool }) => {
      const { name: toolName, parameters } = tool as { name: string; parameters: Record<string, unknown> };
      return { name: toolName, schema: parameters };
    });
  const thinking = isObject(body.thinking) && body.thinking.type === 'enabled';
  return createConversation({
    model: body.model,
    stream: body.stream === true,
    system: messages
      .filter(({ role }) => role === 'system')
      .map(({ content }) => textOf(content))
      .join('\n'),
    text: textOf(messages.filter(({ role }) => role === 'user').at(-1)?.content),
    transcript: messages.map(({ content }) => textOf(content)).join('\n'),
    images: messages.flatMap(({ content }) =>
      elements(content).flatMap((part) => {
        const image = isObject(part) && isObject(part.image_url) ? part.image_url.url : undefined;
        return isText(image) ? [attachmentOfUrl(image)] : [];
      }),
    ),
    tools,
    toolChoice: body.tool_choice === 'NONE' ? 'none' : body.tool_choice === 'REQUIRED' ? 'required' : 'auto',
    results,
    ...(thinking && { reasoning: { shown: true } }),
    ...(typeof body.max_tokens === 'number' && { maxTokens: body.max_tokens }),
    ...(isObject(body.response_format) && { format: formatOf(body.response_format) }),
    stop: elements(body.stop_sequences).map(String),
  });
}

function formatOf({ json_schema: schema }: Record<string, unknown>) {
  return isObject(schema) ? { schema } : {};
}

function textOf(content: unknown): string {
  if (isText(content)) return content;
  return elements(content)
    .map((part) => (isObject(part) && isText(part.text) ? part.text : ''))
    .join('');
}

function billed({ promptTokens, completionTokens }: HostUsage) {
  return {
    billed_units: { input_tokens: promptTokens, output_tokens: completionTokens },
    tokens: { input_tokens: promptTokens + 500, output_tokens: completionTokens + 2 },
  };
}

function finishOf(finish: string): string {
  return (
    { stop: 'COMPLETE', 'stop-sequence': 'STOP_SEQUENCE', length: 'MAX_TOKENS', 'tool-calls': 'TOOL_CALL' }[finish] ??
    'ERROR'
  );
}

function callsOf(conversation: Conversation) {
  return answerTo(conversation).calls.map((call, index) => ({
    id: `${call.name}_${index}`,
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
  }));
}

function whole(conversation: Conversation, usage: HostUsage): HostReply {
  const answer = answerTo(conversation);
  const calls = callsOf(conversation);
  const content = [
    ...(answer.reasoning ? [{ type: 'thinking', thinking: answer.reasoning }] : []),
    ...(answer.text ? [{ type: 'text', text: answer.text }] : []),
  ];
  const message = {
    role: 'assistant',
    ...(content.length > 0 && { content }),
    ...(calls.length > 0 && { tool_plan: 'I call the tool.', tool_calls: calls }),
  };
  return jsonReply(200, { id: 'c-1', finish_reason: finishOf(answer.finish), message, usage: billed(usage) });
}

function stream(conversation: Conversation, usage: HostUsage): HostReply {
  const answer = answerTo(conversation);
  const events: { type: string; [member: string]: unknown }[] = [
    { type: 'message-start', id: 'c-1', delta: { message: { role: 'assistant', content: [], tool_calls: [] } } },
  ];
  const say = (index: number, kind: 'thinking' | 'text', text: string) => {
    if (text === '') return;
    events.push({ type: 'content-start', index, delta: { message: { content: { type: kind, [kind]: '' } } } });
    for (const piece of piecesOf(text)) {
      events.push({ type: 'content-delta', index, delta: { message: { content: { [kind]: piece } } } });
    }
    events.push({ type: 'content-end', index });
  };
  say(0, 'thinking', answer.reasoning);
  say(1, 'text', answer.text);
  const calls = callsOf(conversation);
  if (calls.length > 0) events.push({ type: 'tool-plan-delta', delta: { message: { tool_plan: 'I call the tool.' } } });
  for (const [index, { function: called, ...call }] of calls.entries()) {
    const start = { ...call, function: { name: called.name, arguments: '' } };
    events.push({ type: 'tool-call-start', index, delta: { message: { tool_calls: start } } });
    for (const piece of piecesOf(called.arguments)) {
      const delta = { message: { tool_calls: { function: { arguments: piece } } } };
      events.push({ type: 'tool-call-delta', index, delta });
    }
    events.push({ type: 'tool-call-end', index });
  }
  events.push({ type: 'message-end', delta: { finish_reason: finishOf(answer.finish), usage: billed(usage) } });
  return eventsReply(events.map((data) => ({ name: data.type, data })));
}

function embed(request: HostRequest): HostReply {
  const { texts } = expectShape(EmbedBody, request.json());
  const float = texts.map((text, index) => [index, text.length / 8]);
  return jsonReply(200, {
    id: 'em-1',
    embeddings: { float },
    texts,
    meta: { billed_units: { input_tokens: texts.length * 3 } },
  });
}

function rerank(request: HostRequest): HostReply {
  const { documents, top_n = documents.length } = expectShape(RerankBody, request.json());
  const results = documents.map((_, index) => ({ index, relevance_score: 1 - index / 10 })).reverse();
  return jsonReply(200, { id: 'r-1', results: results.slice(0, top_n), meta: { billed_units: { search_units: 1 } } });
}
