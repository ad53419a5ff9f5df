import type { UpstreamDialect } from '../dialects/dialect.ts';
import type { Operation } from '../ingress/operation.ts';
import type { Patch } from './patch.ts';

/** Who hosts models: an address, a signature, and the dialects spoken there. */
export interface Provider {
  /** Channel type of the product's catalogue. */
  readonly type: number;
  readonly name: string;
  readonly label: string;
  /** Used when the channel gives none; '' when only the operator can know it. */
  readonly baseUrl: string;
  readonly endpoints: readonly Endpoint[];
  /** Offered when a channel is created. */
  readonly models: readonly string[];
  /** What belongs into the key field of the editor. */
  readonly keyHint: string;
  /** What the field `other` is for; '' when it is not used. */
  readonly otherHint: string;
  /** Path that lists models, GET; undefined when there is none. */
  readonly modelsPath?: string;
  /** Headers that prove who calls: name, value, name, value ... */
  sign(channel: Credentials): string[];
  /** Address for a call. Default: base URL and path joined without doubling a version segment. */
  url?(base: string, endpoint: Endpoint, model: string): URL | undefined;
}

export interface Credentials {
  readonly key: string;
  readonly organization: string;
  readonly other: string;
}

export interface Endpoint {
  readonly operation: Operation;
  readonly dialect: UpstreamDialect;
  readonly path: string;
  readonly patch?: readonly Patch[];
  /** Streams answer with usage when asked by stream_options; false for hosts that refuse the field. */
  readonly streamOptions?: boolean;
}
