import { Type } from 'typebox';

const closed = { additionalProperties: false };
const text = Type.String({ minLength: 1 });
const optional = Type.Optional;
const orNull = <T extends Type.TSchema>(schema: T) => optional(Type.Union([schema, Type.Null()]));
const anything = optional(Type.Unknown());
const Schema = Type.Record(Type.String(), Type.Unknown());
const Named = { name: Type.String({ pattern: '^[a-zA-Z0-9_-]{1,64}$' }) };

export const ResponsesRequest = Type.Object(
  {
    model: text,
    input: Type.Union([text, Type.Array(Type.Record(Type.String(), Type.Unknown()))]),
    instructions: orNull(Type.String()),
    max_output_tokens: orNull(Type.Integer({ minimum: 16 })),
    max_tool_calls: orNull(Type.Integer()),
    stream: orNull(Type.Boolean()),
    stream_options: orNull(Type.Object({ include_obfuscation: optional(Type.Boolean()) }, closed)),
    store: orNull(Type.Boolean()),
    temperature: orNull(Type.Number({ minimum: 0, maximum: 2 })),
    top_p: orNull(Type.Number({ minimum: 0, maximum: 1 })),
    include: orNull(Type.Array(Type.String())),
    parallel_tool_calls: orNull(Type.Boolean()),
    tools: optional(Type.Array(Type.Object({ type: Type.String() }))),
    tool_choice: optional(
      Type.Union([
        Type.Literal('none'),
        Type.Literal('auto'),
        Type.Literal('required'),
        Type.Object({ type: Type.Union([Type.Literal('function'), Type.Literal('custom')]), name: text }, closed),
      ]),
    ),
    text: optional(
      Type.Object(
        {
          verbosity: orNull(Type.String()),
          format: optional(
            Type.Union([
              Type.Object({ type: Type.Literal('text') }, closed),
              Type.Object({ type: Type.Literal('json_object') }, closed),
              Type.Object(
                {
                  type: Type.Literal('json_schema'),
                  ...Named,
                  schema: Schema,
                  description: optional(Type.String()),
                  strict: orNull(Type.Boolean()),
                },
                closed,
              ),
            ]),
          ),
        },
        closed,
      ),
    ),
    reasoning: orNull(
      Type.Object(
        {
          effort: orNull(
            Type.Union(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'].map((each) => Type.Literal(each))),
          ),
          summary: orNull(Type.Union(['auto', 'concise', 'detailed'].map((each) => Type.Literal(each)))),
          mode: anything,
          context: anything,
        },
        closed,
      ),
    ),
    client_metadata: anything,
    metadata: anything,
    background: anything,
    conversation: anything,
    moderation: anything,
    previous_response_id: anything,
    prompt: anything,
    prompt_cache_key: anything,
    prompt_cache_options: anything,
    prompt_cache_retention: anything,
    safety_identifier: anything,
    service_tier: anything,
    top_logprobs: anything,
    truncation: anything,
    user: anything,
  },
  closed,
);

/** Flat, unlike on chat completions. */
export const FunctionTool = Type.Object(
  {
    type: Type.Literal('function'),
    ...Named,
    description: orNull(Type.String()),
    parameters: orNull(Schema),
    strict: orNull(Type.Boolean()),
  },
  closed,
);

/** Called with a text instead of JSON, in a grammar where one is given. */
export const CustomTool = Type.Object(
  {
    type: Type.Literal('custom'),
    ...Named,
    description: orNull(Type.String()),
    format: optional(
      Type.Union([
        Type.Object({ type: Type.Literal('text') }, closed),
        Type.Object(
          {
            type: Type.Literal('grammar'),
            syntax: Type.Union([Type.Literal('lark'), Type.Literal('regex')]),
            definition: text,
          },
          closed,
        ),
      ]),
    ),
  },
  closed,
);

/** Items of the input by their type; `parsed_arguments` is what OpenAI's own SDK leaves in what it returns. */
export const items = {
  message: Type.Object(
    {
      type: optional(Type.Literal('message')),
      role: Type.Union(['user', 'assistant', 'system', 'developer'].map((each) => Type.Literal(each))),
      content: Type.Union([Type.String(), Type.Array(Type.Object({ type: text }), { minItems: 1 })]),
      id: optional(Type.String({ pattern: '^msg_' })),
      status: orNull(Type.String()),
      phase: orNull(Type.String()),
    },
    closed,
  ),
  function_call: Type.Object(
    {
      type: Type.Literal('function_call'),
      call_id: Type.String({ minLength: 1, maxLength: 64 }),
      ...Named,
      arguments: Type.String(),
      id: optional(Type.String({ pattern: '^fc_' })),
      status: orNull(Type.String()),
      parsed_arguments: anything,
    },
    closed,
  ),
  function_call_output: Type.Object(
    {
      type: Type.Literal('function_call_output'),
      call_id: text,
      output: Type.Union([Type.String(), Type.Array(Type.Object({ type: text }))]),
      id: orNull(Type.String()),
      status: orNull(Type.String()),
    },
    closed,
  ),
  custom_tool_call: Type.Object(
    {
      type: Type.Literal('custom_tool_call'),
      call_id: Type.String({ minLength: 1, maxLength: 64 }),
      ...Named,
      input: Type.String(),
      id: optional(Type.String({ pattern: '^ctc_' })),
      status: orNull(Type.String()),
    },
    closed,
  ),
  custom_tool_call_output: Type.Object(
    {
      type: Type.Literal('custom_tool_call_output'),
      call_id: text,
      output: Type.Union([Type.String(), Type.Array(Type.Object({ type: text }))]),
      id: orNull(Type.String()),
    },
    closed,
  ),
  reasoning: Type.Object(
    {
      type: Type.Literal('reasoning'),
      id: Type.String({ pattern: '^rs_' }),
      summary: Type.Array(Type.Object({ type: Type.Literal('summary_text'), text: Type.String() }, closed)),
      content: anything,
      encrypted_content: orNull(Type.String()),
      status: orNull(Type.String()),
    },
    closed,
  ),
};

/** Parts of messages by their type. */
export const parts = {
  input_text: Type.Object({ type: Type.Literal('input_text'), text: Type.String() }),
  input_image: Type.Object(
    { type: Type.Literal('input_image'), image_url: text, detail: optional(Type.String()) },
    closed,
  ),
  input_file: Type.Object(
    { type: Type.Literal('input_file'), filename: optional(text), file_data: optional(text), file_url: optional(text) },
    closed,
  ),
  output_text: Type.Object({ type: Type.Literal('output_text'), text: Type.String() }),
  refusal: Type.Object({ type: Type.Literal('refusal'), refusal: Type.String() }, closed),
};

/** What messages of each role may hold. */
export const partsOfRole: Readonly<Record<string, readonly string[]>> = {
  user: ['input_text', 'input_image', 'input_file'],
  assistant: ['output_text', 'refusal'],
  system: ['input_text'],
  developer: ['input_text'],
};
