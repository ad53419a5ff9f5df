/** A picture as it is sent: its bytes in base64. */
export interface Picture {
  readonly name: string;
  /** Such as `image/png`. */
  readonly type: string;
  readonly data: string;
}

export interface ChatMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly pictures: readonly Picture[];
}

/** How the model is to answer; what is undefined is left to the model. */
export interface Settings {
  readonly system: string;
  readonly temperature: number | undefined;
  readonly topP: number | undefined;
  readonly maxTokens: number | undefined;
}

/** A request as the playground knows it; dialects write it. */
export interface ChatRequest extends Settings {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
}

/** Tokens as the answer counts them. `input` includes cached ones, `output` those of reasoning. */
export interface Usage {
  readonly input?: number;
  readonly output?: number;
  readonly cached?: number;
  readonly reasoning?: number;
}

/** A refusal, before the answer or in its middle. */
export interface Failure {
  /** 0 when there was no answer, or none that says. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** What one event of a stream says. */
export type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** With a name a call begins; without, its arguments go on. `key` tells the calls of an answer apart. */
  | { readonly type: 'tool'; readonly key: string; readonly name?: string; readonly text: string }
  | { readonly type: 'usage'; readonly usage: Usage }
  | { readonly type: 'finish'; readonly reason: string }
  | { readonly type: 'error'; readonly failure: Failure };
