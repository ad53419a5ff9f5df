import type { IncomingHttpHeaders } from 'node:http';
import type { Conversation } from './conversation/conversation.ts';

/** A fake host: verifies a request as the real one does and answers in its format. */
export interface Host {
  readonly name: string;
  /** Undefined when the path or the method is none of this host's. */
  handle(request: HostRequest): HostReply | undefined | Promise<HostReply | undefined>;
}

export interface HostRequest {
  readonly method: string;
  /** As it came, percent-encoded and without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The body's JSON object; undefined when it is none. */
  json(): Record<string, unknown> | undefined;
}

export interface HostReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A stream is its whole bytes. */
  readonly body: Buffer | string;
  /** What the host understood, for tests that compute what the answer should cost. */
  readonly conversation?: Conversation;
  /** Why the request was refused. */
  readonly refusal?: string;
}
