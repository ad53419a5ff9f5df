/** One thing that a client of any dialect asks for. */
export interface Question {
  readonly model: string;
  readonly stream: boolean;
  readonly text: string;
  readonly image?: { readonly mediaType: 'image/png'; readonly base64: string };
  /** Offers `tool`; what it is called with is answered by `toolAnswer`, and the model asked again. */
  readonly tool?: true;
  readonly reasoning?: true;
  /** Wants JSON of `schema`. */
  readonly structured?: true;
}

/** What the client got, as its SDK tells it. */
export interface Told {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly { readonly name: string; readonly arguments: unknown }[];
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** Where a client asks, and by what. */
export interface Access {
  readonly address: string;
  readonly key: string;
  readonly fetch: typeof fetch;
}

/** An official SDK, speaking one dialect. */
export interface Client {
  /** As failing tests name it. */
  readonly name: string;
  ask(access: Access, question: Question): Promise<Told>;
}

export const instructions = 'You are a harbour master.';

export const tool = {
  name: 'weather',
  description: 'The weather of a city.',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' }, unit: { type: 'string', enum: ['C', 'F'] } },
    required: ['city', 'unit'],
    additionalProperties: false,
  },
} as const;

export const toolAnswer = '12 degrees and drizzle';

export const schema = {
  type: 'object',
  properties: { port: { type: 'string' }, metres: { type: 'number' } },
  required: ['port', 'metres'],
  additionalProperties: false,
} as const;
