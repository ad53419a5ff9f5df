import type { UsageTokens } from '@switchyard/contracts';

/** What to do after an upstream refused: tell the client, try elsewhere, or also take the channel's key as dead. */
export type Verdict = 'client' | 'retry' | 'credential';

export interface UpstreamError {
  readonly verdict: Verdict;
  /** Scrubbed text that may be shown to the client. */
  readonly message: string;
  readonly type: string;
  readonly code: string | null;
  readonly param: string | null;
}

/** A wire format as an upstream speaks it; enough for passing bytes through and metering them. */
export interface UpstreamDialect {
  readonly name: string;
  /** Usage in a response or stream event, normalised; undefined when it has none. */
  readUsage(payload: unknown): UsageTokens | undefined;
  /** Text the model wrote, in a response or stream event. For counting when no usage comes. */
  readOutput(payload: unknown): string;
  readError(status: number, body: string): UpstreamError;
  /** The error inside a payload that came with status 200; undefined when there is none. */
  errorIn(payload: unknown): UpstreamError | undefined;
  /** Text of everything the model reads, from a request body. For counting when no usage comes. */
  readPrompt(body: Record<string, unknown>): string;
  /** Stream events that say the same as a whole response, for an upstream that ignored `stream`. */
  asStream(payload: unknown): string;
  /** The events that end a stream because no more is paid for; `event` is one of the stream, to look alike. */
  writeCut(event: unknown): string;
  /** The event that ends a stream after a failure. */
  writeStreamError(error: { message: string; type: string; code: string | null }): string;
}
