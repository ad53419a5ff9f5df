import { Type } from 'typebox';

const closed = { additionalProperties: false };
const text = Type.String({ minLength: 1 });
const optional = Type.Optional;

const CacheControl = optional(
  Type.Union([
    Type.Object(
      {
        type: Type.Literal('ephemeral'),
        ttl: optional(Type.Union([Type.Literal('5m'), Type.Literal('1h')])),
      },
      closed,
    ),
    Type.Null(),
  ]),
);

export const MessagesRequest = Type.Object(
  {
    model: text,
    max_tokens: Type.Integer({ minimum: 0 }),
    messages: Type.Array(
      Type.Object(
        {
          role: Type.Union([Type.Literal('user'), Type.Literal('assistant'), Type.Literal('system')]),
          content: Type.Union([Type.String(), Type.Array(Type.Object({ type: text }))]),
        },
        closed,
      ),
      { minItems: 1 },
    ),
    system: optional(
      Type.Union([
        Type.String(),
        Type.Array(Type.Object({ type: Type.Literal('text'), text, cache_control: CacheControl })),
      ]),
    ),
    stop_sequences: optional(Type.Array(Type.String({ pattern: '\\S' }))),
    stream: optional(Type.Boolean()),
    temperature: optional(Type.Number({ minimum: 0, maximum: 1 })),
    top_p: optional(Type.Number({ minimum: 0, maximum: 1 })),
    top_k: optional(Type.Integer({ minimum: 0 })),
    tools: optional(
      Type.Array(
        Type.Object({
          name: Type.String({ pattern: '^[a-zA-Z0-9_-]{1,128}$' }),
          type: optional(Type.String()),
          cache_control: CacheControl,
        }),
      ),
    ),
    tool_choice: optional(
      Type.Object(
        {
          type: Type.Union(['auto', 'any', 'tool', 'none'].map((each) => Type.Literal(each))),
          name: optional(text),
          disable_parallel_tool_use: optional(Type.Boolean()),
        },
        closed,
      ),
    ),
    thinking: optional(
      Type.Object(
        {
          type: Type.Union(['enabled', 'disabled', 'adaptive'].map((each) => Type.Literal(each))),
          budget_tokens: optional(Type.Integer({ minimum: 1024 })),
          display: optional(Type.Union([Type.Literal('summarized'), Type.Literal('omitted')])),
          block_binding: optional(Type.Object({ prefix_mismatch_behavior: Type.Literal('drop_block') }, closed)),
        },
        closed,
      ),
    ),
    output_config: optional(
      Type.Object(
        {
          effort: optional(Type.String()),
          format: optional(
            Type.Object(
              { type: Type.Literal('json_schema'), schema: Type.Record(Type.String(), Type.Unknown()) },
              closed,
            ),
          ),
        },
        closed,
      ),
    ),
    metadata: optional(Type.Object({ user_id: optional(Type.Union([Type.String(), Type.Null()])) }, closed)),
    service_tier: optional(Type.Union([Type.Literal('auto'), Type.Literal('standard_only')])),
    inference_geo: optional(Type.String()),
    container: optional(Type.Unknown()),
    mcp_servers: optional(Type.Array(Type.Unknown())),
    context_management: optional(Type.Unknown()),
    cache_control: CacheControl,
    speed: optional(Type.String()),
    fallbacks: optional(Type.Unknown()),
  },
  closed,
);

const Base64 = Type.Object({ type: Type.Literal('base64'), media_type: text, data: text }, closed);
const Url = Type.Object({ type: Type.Literal('url'), url: text }, closed);
const PlainText = Type.Object(
  { type: Type.Literal('text'), media_type: Type.Literal('text/plain'), data: text },
  closed,
);
const Citations = optional(Type.Union([Type.Object({ enabled: Type.Boolean() }), Type.Null()]));
const CitationList = optional(Type.Union([Type.Array(Type.Unknown()), Type.Null()]));

/** Blocks by their type; each refuses members that it does not know. */
export const blocks = {
  text: Type.Object(
    { type: Type.Literal('text'), text: Type.String(), citations: CitationList, cache_control: CacheControl },
    closed,
  ),
  image: Type.Object(
    { type: Type.Literal('image'), source: Type.Union([Base64, Url]), cache_control: CacheControl },
    closed,
  ),
  document: Type.Object(
    {
      type: Type.Literal('document'),
      source: Type.Union([Base64, Url, PlainText]),
      title: optional(Type.Union([Type.String(), Type.Null()])),
      context: optional(Type.Union([Type.String(), Type.Null()])),
      citations: Citations,
      cache_control: CacheControl,
    },
    closed,
  ),
  tool_use: Type.Object(
    {
      type: Type.Literal('tool_use'),
      id: Type.String({ pattern: '^[a-zA-Z0-9_-]+$' }),
      name: text,
      input: Type.Record(Type.String(), Type.Unknown()),
      cache_control: CacheControl,
    },
    closed,
  ),
  tool_result: Type.Object(
    {
      type: Type.Literal('tool_result'),
      tool_use_id: text,
      content: optional(Type.Union([Type.String(), Type.Array(Type.Object({ type: text }))])),
      is_error: optional(Type.Boolean()),
      cache_control: CacheControl,
    },
    closed,
  ),
  thinking: Type.Object({ type: Type.Literal('thinking'), thinking: Type.String(), signature: Type.String() }, closed),
  redacted_thinking: Type.Object({ type: Type.Literal('redacted_thinking'), data: text }, closed),
};

/** What turns of each role may hold. */
export const blocksOfRole: Readonly<Record<string, readonly string[]>> = {
  user: ['text', 'image', 'document', 'tool_result'],
  assistant: ['text', 'tool_use', 'thinking', 'redacted_thinking', 'document'],
  system: ['text'],
  tool_result: ['text', 'image', 'document'],
};

export const Tool = Type.Object(
  {
    name: text,
    type: optional(Type.Literal('custom')),
    description: optional(Type.String()),
    input_schema: Type.Object({ type: Type.Literal('object') }),
    strict: optional(Type.Boolean()),
    cache_control: CacheControl,
    eager_input_streaming: optional(Type.Union([Type.Boolean(), Type.Null()])),
  },
  closed,
);
