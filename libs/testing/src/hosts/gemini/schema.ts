import { Type } from 'typebox';

const closed = { additionalProperties: false };
const text = Type.String({ minLength: 1 });
const optional = Type.Optional;
const anything = optional(Type.Unknown());
const Struct = Type.Record(Type.String(), Type.Unknown());
const oneOf = (names: readonly string[]) => Type.Union(names.map((name) => Type.Literal(name)));
const anyCase = (names: readonly string[]) => oneOf(names.flatMap((name) => [name, name.toLowerCase()]));

const Content = Type.Object({ role: optional(Type.String()), parts: Type.Array(Struct, { minItems: 1 }) }, closed);

export const Declaration = Type.Object(
  {
    name: Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$' }),
    description: optional(Type.String()),
    parameters: optional(Struct),
    parametersJsonSchema: anything,
    response: optional(Struct),
    responseJsonSchema: anything,
    behavior: optional(Type.String()),
  },
  closed,
);

const Tool = Type.Object(
  {
    functionDeclarations: optional(Type.Array(Declaration)),
    googleSearch: anything,
    urlContext: anything,
    codeExecution: anything,
    fileSearch: anything,
    googleMaps: anything,
    computerUse: anything,
  },
  closed,
);

const GenerationConfig = Type.Object(
  {
    maxOutputTokens: optional(Type.Integer({ minimum: 1 })),
    temperature: optional(Type.Number({ minimum: 0, maximum: 2 })),
    topP: optional(Type.Number({ minimum: 0, maximum: 1 })),
    topK: optional(Type.Number({ minimum: 1 })),
    candidateCount: optional(Type.Integer({ minimum: 1, maximum: 1 })),
    stopSequences: optional(Type.Array(text, { maxItems: 5 })),
    seed: optional(Type.Integer()),
    presencePenalty: optional(Type.Number()),
    frequencyPenalty: optional(Type.Number()),
    responseMimeType: optional(oneOf(['text/plain', 'application/json', 'text/x.enum'])),
    responseSchema: optional(Struct),
    responseJsonSchema: anything,
    responseModalities: optional(Type.Array(anyCase(['TEXT', 'IMAGE', 'AUDIO']))),
    imageConfig: anything,
    speechConfig: anything,
    thinkingConfig: optional(
      Type.Object(
        {
          includeThoughts: optional(Type.Boolean()),
          thinkingBudget: optional(Type.Integer({ minimum: -1 })),
          thinkingLevel: optional(anyCase(['MINIMAL', 'LOW', 'MEDIUM', 'HIGH'])),
        },
        closed,
      ),
    ),
    mediaResolution: anything,
    responseLogprobs: optional(Type.Boolean()),
    logprobs: optional(Type.Integer()),
  },
  closed,
);

const SafetySetting = Type.Object(
  {
    category: oneOf(
      ['HARASSMENT', 'HATE_SPEECH', 'SEXUALLY_EXPLICIT', 'DANGEROUS_CONTENT', 'CIVIC_INTEGRITY'].map(
        (name) => `HARM_CATEGORY_${name}`,
      ),
    ),
    threshold: oneOf(['OFF', 'BLOCK_NONE', 'BLOCK_ONLY_HIGH', 'BLOCK_MEDIUM_AND_ABOVE', 'BLOCK_LOW_AND_ABOVE']),
  },
  closed,
);

export const GenerateRequest = Type.Object(
  {
    contents: Type.Array(Content, { minItems: 1 }),
    systemInstruction: optional(Content),
    tools: optional(Type.Array(Tool)),
    toolConfig: optional(
      Type.Object(
        {
          functionCallingConfig: optional(
            Type.Object(
              {
                mode: optional(anyCase(['AUTO', 'ANY', 'NONE', 'VALIDATED'])),
                allowedFunctionNames: optional(Type.Array(text)),
              },
              closed,
            ),
          ),
          retrievalConfig: anything,
          includeServerSideToolInvocations: optional(Type.Boolean()),
        },
        closed,
      ),
    ),
    safetySettings: optional(Type.Array(SafetySetting)),
    generationConfig: optional(GenerationConfig),
    cachedContent: optional(Type.String()),
    serviceTier: optional(Type.String()),
    store: optional(Type.Boolean()),
    labels: optional(Struct),
    /** The model of the path, repeated. */
    model: optional(Type.String()),
  },
  closed,
);

const beside = { thought: optional(Type.Boolean()), thoughtSignature: optional(text), videoMetadata: anything };

/** Parts by the one member that says what they are. */
export const parts = {
  text: Type.Object({ text: Type.String(), ...beside }, closed),
  inlineData: Type.Object(
    {
      inlineData: Type.Object({ mimeType: text, data: text, displayName: optional(Type.String()) }, closed),
      ...beside,
    },
    closed,
  ),
  fileData: Type.Object(
    { fileData: Type.Object({ mimeType: optional(text), fileUri: text }, closed), ...beside },
    closed,
  ),
  functionCall: Type.Object(
    { functionCall: Type.Object({ id: optional(text), name: text, args: optional(Struct) }, closed), ...beside },
    closed,
  ),
  functionResponse: Type.Object(
    {
      functionResponse: Type.Object(
        { id: optional(text), name: text, response: Struct, parts: optional(Type.Array(Struct)) },
        closed,
      ),
      ...beside,
    },
    closed,
  ),
};
