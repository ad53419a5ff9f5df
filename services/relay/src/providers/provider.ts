import type { Dispatcher } from 'undici';
import type { OperationFormat, UpstreamDialect, Warn } from '../dialects/dialect.ts';
import type { Framing } from '../egress/framing/framing.ts';
import type { Operation } from '../ingress/operation.ts';
import type { Amend } from './amendment.ts';
import type { Patch } from './patch.ts';

/** Who hosts models: an address, a signature, and the dialects spoken there. */
export interface Provider {
  /** Channel type of the product's catalogue. */
  readonly type: number;
  readonly name: string;
  /** OpenTelemetry's `gen_ai.provider.name`, where it is another. */
  readonly conventionalName?: string;
  readonly label: string;
  /** Used when the channel gives none; '' when only the operator or the key can know it. */
  readonly baseUrl: string;
  readonly endpoints: readonly Endpoint[];
  /** Offered when a channel is created. */
  readonly models: readonly string[];
  /** What belongs into the key field of the editor. */
  readonly keyHint: string;
  /** What the field `other` is for; '' when it is not used. */
  readonly otherHint: string;
  /** A sentence for the editor, such as that the service has closed. */
  readonly notice?: string;
  /** Headers that prove who calls and stay the same for a channel: name, value, name, value ... */
  sign(credentials: Credentials): string[];
  /**
   * Proof that depends on the call: a signature over it, or a token that is fetched first (and kept). Throws an
   * UpstreamRefusal of verdict `credential` when the key cannot be used.
   */
  authorize?(call: UpstreamCall, credentials: Credentials, host: HostCall): UpstreamCall | Promise<UpstreamCall>;
  /** Address for a call. Default: base URL and path joined without doubling a version segment. undefined: none. */
  url?(base: string, endpoint: Endpoint, target: Target): URL | undefined;
  /** The operator's mapping of statuses says what clients are told, not what a refusal means. */
  readonly keepsVerdicts?: true;
  /** Names of the models that the key may use. Absent: the host has no list. */
  listModels?(host: HostCall, credentials: Credentials): Promise<string[]>;
  /** What is left on the account. Absent: the host does not tell. */
  readBalance?(host: HostCall, credentials: Credentials): Promise<Balance>;
}

/** The channel's fields that a provider may read. */
export interface Credentials {
  readonly key: string;
  readonly organization: string;
  readonly other: string;
  /** As the operator typed it; '' for the provider's own. */
  readonly baseUrl?: string;
}

export interface Target {
  /** The upstream's name. */
  readonly model: string;
  readonly stream: boolean;
  readonly credentials: Credentials;
  /** Of a call on its way to an upstream. */
  readonly warn?: Warn;
}

interface EndpointFields {
  readonly path: string | ((target: Target) => string);
  /** SSE unless said. */
  readonly framing?: Framing;
  readonly patch?: readonly Patch[];
  /** What else to ask for when a request was refused; only where bodies are JSON. It is asked once more at most. */
  readonly amend?: Amend;
  /** Sent with every call; those that the client sends along win. Name, value, name, value ... */
  readonly headers?: readonly string[];
  /** Streams answer with usage when asked by stream_options; false for hosts that refuse the field. */
  readonly streamOptions?: boolean;
  /** Models that this endpoint serves; all unless said. */
  serves?(model: string): boolean;
  /** Requests that must take this endpoint although another one speaks the client's dialect. */
  instead?(request: RequestFacts): boolean;
  /** Only when not plain HTTP: makes the call and tells `handler` of it as if it were an HTTP exchange. */
  send?(call: UpstreamCall, handler: Dispatcher.DispatchHandler, dispatcher: Dispatcher): void;
}

export interface ChatEndpoint extends EndpointFields {
  readonly operation: 'chat';
  readonly dialect: UpstreamDialect;
}

export interface OperationEndpoint extends EndpointFields {
  readonly operation: Exclude<Operation, 'chat'>;
  readonly dialect: OperationFormat;
}

export type Endpoint = ChatEndpoint | OperationEndpoint;

/** What the choice of an endpoint may depend on. */
export interface RequestFacts {
  /** The upstream's name. */
  readonly model: string;
  /** Name of the client's dialect. */
  readonly dialect: string;
  readonly hasTools: boolean;
}

export interface UpstreamCall {
  readonly url: URL;
  /** Name, value, name, value ... */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/**
 * A call to the channel's host beside the calls for requests (through the same proxy and guards, signed by `sign`).
 * `target` is a path below the base URL or a whole address. Answers the parsed JSON. Throws an UpstreamRefusal for a status that is
 * not 2xx, an Error when the host cannot be reached.
 */
export type HostCall = (
  target: string,
  init?: { method?: 'GET' | 'POST'; headers?: readonly string[]; body?: string | Buffer },
) => Promise<unknown>;

export interface Balance {
  /** Decimal text. */
  readonly amount: string;
  /** ISO 4217, or the host's own unit. */
  readonly currency: string;
}
