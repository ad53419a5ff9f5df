import type { UsageTokens } from '@switchyard/contracts';

/**
 * A chat as no dialect writes it and every dialect can be written from: readers of client dialects make it, writers of
 * upstream dialects use it. Names follow the field's common ones (text, reasoning, tool call, tool result, file).
 */

export type Json = Record<string, unknown>;

/** Wire formats of chats that clients speak. Upstreams speak these and others. */
export type DialectName = 'openai-chat' | 'openai-responses' | 'anthropic-messages' | 'gemini';

export interface ChatRequest {
  /** The upstream's name of the model. */
  readonly model: string;
  readonly stream: boolean;
  readonly messages: readonly Message[];
  readonly tools: readonly Tool[];
  readonly toolChoice?: ToolChoice;
  /** False: at most one call per turn. */
  readonly parallelToolCalls?: boolean;
  readonly responseFormat?: ResponseFormat;
  readonly reasoning?: ReasoningRequest;
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly presencePenalty?: number;
  readonly frequencyPenalty?: number;
  readonly seed?: number;
  readonly stop?: readonly string[];
  readonly verbosity?: string;
  /** Answers asked for; absent means one. */
  readonly choices?: number;
  /** Kinds of output asked for beyond text, such as `image` or `audio`. */
  readonly modalities?: readonly string[];
  /** Who the end user is, as the client names them. */
  readonly user?: string;
  readonly metadata?: Json;
  readonly serviceTier?: string;
  /** Groups requests that share a prompt prefix. */
  readonly cacheKey?: string;
  /** Asks for automatic marks of the cached prefix (top-level `cache_control`). */
  readonly cacheControl?: CacheControl;
  /** Top-level members that only the dialect they came in knows, as they came. Another dialect warns of each. */
  readonly extensions: Readonly<Partial<Record<DialectName, Json>>>;
}

/** Order is the client's. A tool message holds the results of one step; a user message that follows stands apart. */
export type Message =
  | { readonly role: 'system'; readonly parts: readonly TextPart[] }
  | { readonly role: 'user'; readonly parts: readonly (TextPart | FilePart)[]; readonly name?: string }
  | { readonly role: 'assistant'; readonly parts: readonly AssistantPart[]; readonly name?: string }
  | { readonly role: 'tool'; readonly parts: readonly ToolResultPart[] };

export type AssistantPart = TextPart | RefusalPart | ReasoningPart | ToolCallPart | FilePart;

export interface TextPart {
  readonly type: 'text';
  readonly text: string;
  readonly cacheControl?: CacheControl;
  readonly citations?: readonly Citation[];
}

export interface RefusalPart {
  readonly type: 'refusal';
  readonly text: string;
}

/** What the model thought. Without a signature of the upstream's own dialect it is text to show, not to send back. */
export interface ReasoningPart {
  readonly type: 'reasoning';
  /** May be empty: some hosts answer with the signature alone. */
  readonly text: string;
  readonly signature?: Signature;
}

/** Opaque proof that a model of this dialect wrote a part. Never parsed, never shortened. */
export interface Signature {
  readonly dialect: DialectName;
  readonly value: string;
  /** `redacted`: the value stands for the text itself (Anthropic's redacted_thinking). */
  readonly redacted?: boolean;
  /** Id of the item it belongs to (Responses). */
  readonly id?: string;
}

export interface ToolCallPart {
  readonly type: 'tool-call';
  readonly id: string;
  readonly name: string;
  /** JSON text as the model or client wrote it, byte for byte; free text for custom tools. */
  readonly arguments: string;
  readonly custom?: boolean;
  readonly signature?: Signature;
  readonly cacheControl?: CacheControl;
}

export interface ToolResultPart {
  readonly type: 'tool-result';
  /** Id of the call. */
  readonly id: string;
  /** Name of the tool, where the dialect says it. */
  readonly name?: string;
  readonly content: readonly (TextPart | FilePart)[];
  readonly isError?: boolean;
  readonly cacheControl?: CacheControl;
}

/** A picture, a document, a sound or a film. */
export interface FilePart {
  readonly type: 'file';
  /** IANA media type; `image/*` when only the kind is known, as with pictures given by their address. */
  readonly mediaType: string;
  readonly source:
    | { readonly kind: 'data'; readonly base64: string }
    | { readonly kind: 'url'; readonly url: string }
    /** An id that only the account which stored the file can read. */
    | { readonly kind: 'id'; readonly id: string };
  readonly filename?: string;
  /** OpenAI's `detail` of pictures. */
  readonly detail?: string;
  readonly cacheControl?: CacheControl;
}

export interface CacheControl {
  readonly ttl?: '5m' | '1h';
}

export interface Citation {
  readonly url?: string;
  readonly title?: string;
  readonly text?: string;
}

export type Tool =
  | {
      readonly type: 'function';
      readonly name: string;
      readonly description?: string;
      /** JSON schema of the arguments; absent: none. */
      readonly parameters?: Json;
      readonly strict?: boolean;
      readonly cacheControl?: CacheControl;
    }
  /** A tool whose input is free text. */
  | { readonly type: 'custom'; readonly name: string; readonly description?: string; readonly format?: Json }
  /** Looks things up on the web; every large host has one of its own. */
  | { readonly type: 'web-search'; readonly maxUses?: number; readonly allowedDomains?: readonly string[] }
  /** Any other tool that the host itself runs: `value` as the client wrote it. Only its own dialect carries it. */
  | { readonly type: 'hosted'; readonly dialect: DialectName; readonly value: Json };

export type ToolChoice =
  | { readonly type: 'auto' | 'none' | 'required' }
  | { readonly type: 'tool'; readonly name: string }
  /** One of these, or none when `mode` is auto. */
  | { readonly type: 'allowed'; readonly mode: 'auto' | 'required'; readonly names: readonly string[] };

export type ResponseFormat =
  | { readonly type: 'text' | 'json' }
  | {
      readonly type: 'json-schema';
      readonly name?: string;
      readonly description?: string;
      readonly schema: Json;
      readonly strict?: boolean;
    };

export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof efforts)[number];

export interface ReasoningRequest {
  /** `none`: no reasoning. */
  readonly effort?: Effort;
  /** Most tokens to think, where the client counts them. −1: as many as the model likes. */
  readonly budgetTokens?: number;
  /** The client wants to read the reasoning (or a summary of it). */
  readonly visible?: boolean;
}

export interface ChatResult {
  readonly id: string;
  readonly model: string;
  readonly parts: readonly AssistantPart[];
  readonly finishReason: FinishReason;
  readonly usage?: UsageTokens;
  readonly serviceTier?: string;
}

export interface FinishReason {
  readonly unified: 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'other';
  /** As the upstream wrote it. */
  readonly raw: string;
  /** The stop sequence that was met, where the dialect names it. */
  readonly stopSequence?: string;
}

/**
 * A piece of an answer. `start` comes first; blocks are opened, filled and closed by `id` and may interleave; `finish` or
 * `error` comes last and once. Readers keep this order whatever the upstream sends.
 */
export type StreamPart =
  | { readonly type: 'start'; readonly id: string; readonly model: string; readonly usage?: UsageTokens }
  | { readonly type: 'text-start'; readonly id: string }
  | { readonly type: 'text-delta'; readonly id: string; readonly text: string }
  | { readonly type: 'text-end'; readonly id: string; readonly citations?: readonly Citation[] }
  | { readonly type: 'refusal-delta'; readonly text: string }
  | { readonly type: 'reasoning-start'; readonly id: string }
  | { readonly type: 'reasoning-delta'; readonly id: string; readonly text: string }
  | { readonly type: 'reasoning-end'; readonly id: string; readonly signature?: Signature }
  | { readonly type: 'tool-input-start'; readonly id: string; readonly name: string; readonly custom?: boolean }
  | { readonly type: 'tool-input-delta'; readonly id: string; readonly text: string }
  | { readonly type: 'tool-input-end'; readonly id: string; readonly signature?: Signature }
  | { readonly type: 'file'; readonly mediaType: string; readonly base64: string }
  /** As soon as the upstream names it; the last one counts. */
  | { readonly type: 'service-tier'; readonly serviceTier: string }
  | { readonly type: 'finish'; readonly finishReason: FinishReason; readonly usage?: UsageTokens }
  | { readonly type: 'error'; readonly error: UpstreamError };

/**
 * What to do after an upstream refused: tell the client; ask elsewhere, where what the client named may lie; ask elsewhere since the host has failed;
 * or also take the channel's key as dead.
 */
export type Verdict = 'client' | 'elsewhere' | 'retry' | 'credential';

export interface UpstreamError {
  readonly verdict: Verdict;
  /** Scrubbed text that may be shown to the client. */
  readonly message: string;
  readonly type: string;
  readonly code: string | null;
  readonly param: string | null;
  /** How long the upstream asks to be left alone, where it says so in the body. */
  readonly retryAfterMs?: number;
}
