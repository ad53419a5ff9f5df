import type { Attachment } from './attachment.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface OfferedTool {
  readonly name: string;
  readonly schema: JsonSchema;
}

export interface ToolResult {
  /** Of the call; empty in formats that have none. */
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

export interface AskedReasoning {
  readonly effort?: string | undefined;
  readonly budgetTokens?: number | undefined;
  /** Whether the host shows what it thinks; it is charged either way. */
  readonly shown: boolean;
}

/** Reasoning of an earlier turn as the client sent it back. */
export interface ReplayedReasoning {
  readonly text: string;
  readonly signature: string;
}

/** What a host understood of a request, in whatever format it came. */
export interface Conversation {
  readonly model: string;
  readonly stream: boolean;
  readonly system: string;
  /** Text of the last turn of the user, without results of tools. */
  readonly text: string;
  /** All text that the model reads, in order. */
  readonly transcript: string;
  readonly images: readonly Attachment[];
  readonly documents: readonly Attachment[];
  readonly audio: readonly Attachment[];
  readonly tools: readonly OfferedTool[];
  readonly toolChoice: 'auto' | 'none' | 'required' | { readonly name: string };
  /** Whether several calls at once are welcome. */
  readonly parallelCalls: boolean;
  /** Results in the last turn; empty when the last turn has none. */
  readonly results: readonly ToolResult[];
  readonly reasoning?: AskedReasoning | undefined;
  readonly replayed: readonly ReplayedReasoning[];
  /** JSON is asked, of this schema when there is one. */
  readonly format?: { readonly schema?: JsonSchema | undefined } | undefined;
  /** How many answers are wanted. */
  readonly choices: number;
  readonly maxTokens?: number | undefined;
  readonly stop: readonly string[];
  /** How long the marked prefixes shall be cached. */
  readonly cacheMarks: readonly ('5m' | '1h')[];
}

/** A conversation with nothing asked but what is given. */
export function createConversation(given: Partial<Conversation> & { readonly model: string }): Conversation {
  return {
    stream: false,
    system: '',
    text: '',
    transcript: [given.system, given.text].filter(Boolean).join('\n'),
    images: [],
    documents: [],
    audio: [],
    tools: [],
    toolChoice: 'auto',
    parallelCalls: true,
    results: [],
    replayed: [],
    choices: 1,
    stop: [],
    cacheMarks: [],
    ...given,
  };
}
