import { type Static, type TSchema, Type } from 'typebox';
import Value from 'typebox/value';

const text = Type.String({ minLength: 1 });
const correlation = {
  user: Type.Optional(Type.String()),
  metadata: Type.Optional(Type.Object({ correlation: Type.Optional(Type.String()) })),
};
const length = {
  stream: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  stream_options: Type.Optional(
    Type.Union([Type.Object({ include_usage: Type.Optional(Type.Boolean()) }), Type.Null()]),
  ),
  max_tokens: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
  n: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 128 }), Type.Null()])),
};

const Message = Type.Object({
  role: Type.Union([
    Type.Literal('developer'),
    Type.Literal('system'),
    Type.Literal('user'),
    Type.Literal('assistant'),
    Type.Literal('tool'),
    Type.Literal('function'),
  ]),
  content: Type.Optional(
    Type.Union([
      Type.String(),
      Type.Null(),
      Type.Array(Type.Object({ type: Type.String(), text: Type.Optional(Type.String()) })),
    ]),
  ),
});
export type Message = Static<typeof Message>;

export const Tool = Type.Object({
  type: Type.Literal('function'),
  function: Type.Object({ name: text, parameters: Type.Optional(Type.Record(Type.String(), Type.Unknown())) }),
});
export type Tool = Static<typeof Tool>;

/** The fields of requests that the upstream reads; the real one knows more, which pass unread. */
export const ChatRequest = Type.Object({
  model: text,
  messages: Type.Array(Message, { minItems: 1 }),
  max_completion_tokens: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
  tools: Type.Optional(Type.Array(Tool)),
  tool_choice: Type.Optional(
    Type.Union([Type.String(), Type.Object({ function: Type.Object({ name: Type.String() }) })]),
  ),
  ...length,
  ...correlation,
});
export type ChatRequest = Static<typeof ChatRequest>;

export const CompletionRequest = Type.Object({
  model: text,
  prompt: Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })]),
  ...length,
  ...correlation,
});
export type CompletionRequest = Static<typeof CompletionRequest>;

export const EmbeddingRequest = Type.Object({
  model: text,
  input: Type.Union([
    text,
    Type.Array(text, { minItems: 1, maxItems: 2048 }),
    Type.Array(Type.Integer(), { minItems: 1 }),
    Type.Array(Type.Array(Type.Integer(), { minItems: 1 }), { minItems: 1, maxItems: 2048 }),
  ]),
  encoding_format: Type.Optional(Type.Union([Type.Literal('float'), Type.Literal('base64')])),
  dimensions: Type.Optional(Type.Integer({ minimum: 1, maximum: 8192 })),
  ...correlation,
});
export type EmbeddingRequest = Static<typeof EmbeddingRequest>;

/** The first top-level field that is missing or wrong, undefined when the body fits. */
export function wrongField(schema: TSchema, body: unknown): { param: string; missing: boolean } | undefined {
  if (Value.Check(schema, body)) return undefined;
  const fields = (body ?? {}) as Record<string, unknown>;
  const required = ('required' in schema ? schema.required : []) as string[];
  const missing = required.find((field) => fields[field] === undefined);
  if (missing) return { param: missing, missing: true };
  const [first] = Value.Errors(schema, body);
  return { param: first?.instancePath.split('/')[1] ?? '', missing: false };
}
