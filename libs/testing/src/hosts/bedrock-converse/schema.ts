import { type Static, Type } from 'typebox';

const closed = { additionalProperties: false };
const text = Type.String({ minLength: 1 });
const object = Type.Record(Type.String(), Type.Unknown());
const CachePoint = Type.Object({ type: Type.Literal('default'), ttl: Type.Optional(Type.Enum(['5m', '1h'])) }, closed);
const Source = Type.Object({ bytes: text }, closed);
const Result = Type.Object(
  {
    toolUseId: text,
    content: Type.Array(
      Type.Object({ text: Type.Optional(Type.String()), json: Type.Optional(Type.Unknown()) }, closed),
      {
        minItems: 1,
      },
    ),
    status: Type.Optional(Type.Enum(['success', 'error'])),
  },
  closed,
);
/** One member says of what kind a block is. */
const Block = Type.Object(
  {
    text: Type.Optional(text),
    image: Type.Optional(Type.Object({ format: Type.Enum(['png', 'jpeg', 'gif', 'webp']), source: Source }, closed)),
    document: Type.Optional(
      Type.Object(
        { format: text, name: Type.String({ pattern: '^[a-zA-Z0-9 ()\\[\\]-]{1,200}$' }), source: Source },
        closed,
      ),
    ),
    toolUse: Type.Optional(Type.Object({ toolUseId: text, name: text, input: object }, closed)),
    toolResult: Type.Optional(Result),
    cachePoint: Type.Optional(CachePoint),
  },
  { ...closed, minProperties: 1, maxProperties: 1 },
);
const ToolSpec = Type.Object(
  { name: text, description: Type.Optional(text), inputSchema: Type.Object({ json: object }, closed) },
  closed,
);
/** A call of Converse's as far as it is documented; all else is refused. */
export const ConverseBody = Type.Object(
  {
    messages: Type.Array(
      Type.Object({ role: Type.Enum(['user', 'assistant']), content: Type.Array(Block, { minItems: 1 }) }, closed),
      { minItems: 1 },
    ),
    system: Type.Optional(
      Type.Array(Type.Object({ text: Type.Optional(text), cachePoint: Type.Optional(CachePoint) }, closed)),
    ),
    inferenceConfig: Type.Optional(
      Type.Object(
        {
          maxTokens: Type.Optional(Type.Integer({ minimum: 1 })),
          temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
          topP: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
          stopSequences: Type.Optional(Type.Array(text, { maxItems: 4 })),
        },
        closed,
      ),
    ),
    toolConfig: Type.Optional(
      Type.Object(
        {
          tools: Type.Array(
            Type.Object({ toolSpec: Type.Optional(ToolSpec), cachePoint: Type.Optional(CachePoint) }, closed),
            { minItems: 1 },
          ),
          toolChoice: Type.Optional(
            Type.Object(
              {
                auto: Type.Optional(Type.Object({}, closed)),
                any: Type.Optional(Type.Object({}, closed)),
                tool: Type.Optional(Type.Object({ name: text }, closed)),
              },
              { ...closed, minProperties: 1, maxProperties: 1 },
            ),
          ),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type ConverseBody = Static<typeof ConverseBody>;
