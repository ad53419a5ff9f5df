import { Type } from 'typebox';

const text = Type.String({ minLength: 1 });
const closed = { additionalProperties: false };
const orNull = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

export const ChatRequest = Type.Object({
  model: text,
  messages: Type.Array(Type.Object({ role: Type.String() }), { minItems: 1 }),
  max_completion_tokens: orNull(Type.Integer({ minimum: 1 })),
  max_tokens: orNull(Type.Integer({ minimum: 1 })),
  n: orNull(Type.Integer({ minimum: 1, maximum: 128 })),
  temperature: orNull(Type.Number({ minimum: 0, maximum: 2 })),
  top_p: orNull(Type.Number({ minimum: 0, maximum: 1 })),
  stop: orNull(Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 4 })])),
  stream: orNull(Type.Boolean()),
  stream_options: orNull(
    Type.Object(
      { include_usage: Type.Optional(Type.Boolean()), include_obfuscation: Type.Optional(Type.Boolean()) },
      closed,
    ),
  ),
  tools: Type.Optional(Type.Array(Type.Object({ type: Type.String() }), { minItems: 1, maxItems: 128 })),
  tool_choice: Type.Optional(
    Type.Union([
      Type.Literal('none'),
      Type.Literal('auto'),
      Type.Literal('required'),
      Type.Object({ type: Type.Literal('function'), function: Type.Object({ name: text }, closed) }, closed),
    ]),
  ),
  parallel_tool_calls: Type.Optional(Type.Boolean()),
  reasoning_effort: orNull(Type.String()),
  response_format: Type.Optional(
    Type.Object({
      type: Type.Union([Type.Literal('text'), Type.Literal('json_object'), Type.Literal('json_schema')]),
      json_schema: Type.Optional(
        Type.Object(
          {
            name: Type.String({ pattern: '^[a-zA-Z0-9_-]{1,64}$' }),
            description: Type.Optional(Type.String()),
            schema: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
            strict: orNull(Type.Boolean()),
          },
          closed,
        ),
      ),
    }),
  ),
});

export const FunctionTool = Type.Object(
  {
    type: Type.Literal('function'),
    function: Type.Object(
      {
        name: Type.String({ pattern: '^[a-zA-Z0-9_-]{1,64}$' }),
        description: Type.Optional(Type.String()),
        parameters: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        strict: orNull(Type.Boolean()),
      },
      closed,
    ),
  },
  closed,
);

export const ToolCall = Type.Object({
  id: text,
  type: Type.Literal('function'),
  function: Type.Object({ name: text, arguments: Type.String() }, closed),
});

/** Parts of a user's message by their type. */
export const userParts = {
  text: Type.Object({ type: Type.Literal('text'), text: Type.String() }),
  image_url: Type.Object({
    type: Type.Literal('image_url'),
    image_url: Type.Object({ url: text, detail: Type.Optional(Type.String()) }, closed),
  }),
  input_audio: Type.Object({
    type: Type.Literal('input_audio'),
    input_audio: Type.Object({ data: text, format: Type.Union([Type.Literal('wav'), Type.Literal('mp3')]) }, closed),
  }),
  file: Type.Object({
    type: Type.Literal('file'),
    file: Type.Object(
      {
        filename: Type.Optional(Type.String()),
        file_data: Type.Optional(text),
        file_id: Type.Optional(text),
      },
      closed,
    ),
  }),
};
