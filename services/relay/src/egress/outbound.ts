import type { IncomingHttpHeaders } from 'node:http';
import type { LoadGate } from '../admission/load-gate.ts';
import type { ChatRequest, Json } from '../dialects/canonical.ts';
import { customToolsOf, withFunctions } from '../dialects/custom-tools.ts';
import type { Warn } from '../dialects/dialect.ts';
import type { ReasoningMemory } from '../dialects/reasoning-memory.ts';
import { toldTier } from '../dialects/service-tiers.ts';
import { JsonBody } from '../ingress/json-body.ts';
import { type RelayRequest, toldMembers } from '../ingress/relay-request.ts';
import type { RequestBody } from '../ingress/request-body.ts';
import { type Amendment, amendedReason } from '../providers/amendment.ts';
import type { BodyEdit } from '../providers/patch.ts';
import type { Endpoint, RequestFacts } from '../providers/provider.ts';
import type { Channel, PreparedCall } from '../routing/channel.ts';
import { bodyFault } from './body-fault.ts';
import { hasFileUrls, inlineFiles } from './inline-files.ts';
import type { Reply } from './reply.ts';
import { type FetchFile, RequestFiles } from './request-files.ts';

export interface OutboundTools {
  readonly reasoning: ReasoningMemory;
  readonly fetchFile: FetchFile;
  readonly gate: Pick<LoadGate, 'claim'>;
}

/** Fields that would send the operator's key elsewhere when the upstream is itself a gateway. */
export const forbiddenMembers = ['api_base', 'base_url', 'api_key', 'extra_headers'] as const;
const mostWarnings = 16;
const noWarnings: readonly string[] = [];
const noHeaders: readonly string[] = [];
const noTools: ReadonlySet<string> = new Set();

/** A client's request as it goes out: its own bytes where the upstream speaks its dialect, else written anew. */
export class Outbound {
  readonly #request: RelayRequest;
  readonly #headers: IncomingHttpHeaders;
  readonly #userId: number;
  readonly #tools: OutboundTools;
  readonly #answer: Pick<Reply, 'closed' | 'onClose'>;
  readonly #dropped: readonly string[];
  #files: RequestFiles | undefined;
  #chat: ChatRequest | undefined;
  /** What the last endpoint could not be told, as `field: reason`. */
  warnings = noWarnings;
  /** Tools with free text that the last endpoint was told of as functions. */
  customTools = noTools;
  /** Tier of service that the last endpoint was asked for, or told in a header; undefined when none was asked for. */
  serviceTier: string | undefined;
  /** Most tokens of an answer that a host is asked for, where that may be more than the client allows; else 0. */
  completionTokens = 0;

  constructor(
    request: RelayRequest,
    headers: IncomingHttpHeaders,
    userId: number,
    tools: OutboundTools,
    answer: Pick<Reply, 'closed' | 'onClose'>,
  ) {
    this.#request = request;
    this.#headers = headers;
    this.#userId = userId;
    this.#tools = tools;
    this.#answer = answer;
    this.#dropped = request.dropped
      ? [...forbiddenMembers, ...request.dropped.map(({ member }) => member)]
      : forbiddenMembers;
  }

  /** When the files that the request names were there, by the clock of `performance`; Infinity while they are read, 0 without any. */
  get filesReadAt(): number {
    return this.#files?.readAt ?? 0;
  }

  /** Where a channel takes the request; undefined when it does not. */
  endpoint(channel: Channel): Endpoint | undefined {
    const { operation, dialect, body, model } = this.#request;
    const facts: RequestFacts = {
      model: channel.upstreamModel(model),
      dialect: dialect.name,
      hasTools: body.lengthOf('tools') > 2,
    };
    return channel.endpoint(operation, facts);
  }

  /** The call. Throws, or rejects with, a GatewayError for a request that the endpoint cannot be told at all. */
  prepare(channel: Channel, endpoint: Endpoint, amendment?: Amendment): PreparedCall | Promise<PreparedCall> {
    const { dialect, body, model, stream } = this.#request;
    this.warnings = noWarnings;
    this.customTools = noTools;
    this.serviceTier = undefined;
    const inspect = this.#tierSeeker(endpoint);
    for (const { member, reason } of this.#request.dropped ?? []) this.#warn(member, reason);
    if (amendment) this.#tellAmended(amendment);
    if (!needsTranslation(this.#request, endpoint)) {
      const headers = forwarded(this.#headers, dialect.forwardedHeaders);
      return channel.prepare(endpoint, {
        model,
        stream,
        body,
        passed: true,
        dropped: this.#dropped,
        headers,
        warn: this.#warn,
        amendment,
        inspect: channel.overridesMembers ? this.#limitReader(endpoint, inspect) : inspect,
      });
    }
    const written = readable(() => this.#write(channel, endpoint));
    const send = (json: Json) =>
      channel.prepare(endpoint, {
        model,
        stream,
        body: JsonBody.of(json),
        passed: false,
        dropped: this.#dropped,
        headers: noHeaders,
        warn: this.#warn,
        amendment,
        inspect: this.#limitReader(endpoint, inspect),
      });
    return written instanceof Promise ? written.then(send) : send(written);
  }

  /** Finds whether the host is asked for the tier that the client asked for: some are never told. */
  #tierSeeker({ dialect: { serviceTiers } }: Endpoint): ((edit: BodyEdit) => void) | undefined {
    const tier = this.#request.asked?.serviceTier;
    if (tier === undefined || !serviceTiers) return undefined;
    return (edit) => {
      if (serviceTiers.members.some((member) => edit.has(member))) this.serviceTier = tier;
    };
  }

  /** Finds how much is asked for: an operator may have changed it. What is held where the client sets no limit is the operator's choice. */
  #limitReader(
    endpoint: Endpoint,
    inspect: ((edit: BodyEdit) => void) | undefined,
  ): ((edit: BodyEdit) => void) | undefined {
    if (endpoint.operation !== 'chat' || this.#request.maxTokens === undefined) return inspect;
    const { dialect } = endpoint;
    return (edit) => {
      inspect?.(edit);
      // An attempt that was given up may still be written: the figure never shrinks.
      this.completionTokens = Math.max(this.completionTokens, dialect.readLimit?.(edit) ?? 0);
    };
  }

  /** Hosts may say before their answer at which tier they serve it. */
  readTier({ dialect: { serviceTiers } }: Endpoint, headers: IncomingHttpHeaders): void {
    if (this.serviceTier === undefined || !serviceTiers?.header) return;
    this.serviceTier = toldTier(headers[serviceTiers.header]) ?? this.serviceTier;
  }

  /** By the client's own names, or by the host's where it said it in others. What was added to all requests is no loss of the client's. */
  #tellAmended({ members, lasts }: Amendment): void {
    const names = Object.keys(members);
    const own = names.filter((name) => this.#request.body.has(name));
    for (const name of own.length > 0 || lasts ? own : names) this.#warn(name, amendedReason(members[name]));
  }

  #write(channel: Channel, endpoint: Endpoint): Json | Promise<Json> {
    const { dialect, stream } = this.#request;
    const model = channel.upstreamModel(this.#request.model);
    if (endpoint.operation !== 'chat') {
      const members = toldMembers(this.#request);
      return endpoint.dialect.writeRequest?.({ ...members, model }, this.#warn) ?? members;
    }
    this.#chat ??= dialect.readRequest(toldMembers(this.#request), { model, stream });
    const messages = this.#tools.reasoning.restore(this.#userId, this.#chat.messages);
    const read = { ...this.#chat, messages, model };
    const upstream = endpoint.dialect;
    this.customTools = upstream.takesCustomTools ? noTools : customToolsOf(read.tools);
    const chat = this.customTools.size > 0 ? withFunctions(read) : read;
    if (!upstream.inlinesFiles || !hasFileUrls(chat)) return upstream.writeRequest(chat, this.#warn);
    this.#files ??= new RequestFiles(this.#tools.fetchFile, this.#tools.gate, this.#answer);
    const files = this.#files;
    return inlineFiles(chat, (url) => files.read(url)).then((inlined) =>
      readable(() => upstream.writeRequest(inlined, this.#warn)),
    );
  }

  readonly #warn: Warn = (field, reason) => {
    const warning = `${field}: ${reason}`.replace(/[^ -~]/g, '?').replaceAll(',', ';');
    if (this.warnings.length < mostWarnings && !this.warnings.includes(warning))
      this.warnings = [...this.warnings, warning];
  };
}

/** What cannot be read of a body is the client's fault, not ours. */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw bodyFault(error);
  }
}

/** Does the endpoint speak otherwise than the client? */
export function needsTranslation(request: RelayRequest, endpoint: Endpoint): boolean {
  if (endpoint.operation !== 'chat') return endpoint.dialect.writeRequest !== undefined;
  if (endpoint.dialect.name !== request.dialect.name) return true;
  // Read to be written again with the bytes of its files.
  return endpoint.dialect.inlinesFiles === true && namesFiles(request.body);
}

const addresses = ['"url":"http', '"url": "http', '"fileUri":"http', '"fileUri": "http'].map((text) =>
  Buffer.from(text),
);

function namesFiles(body: RequestBody): boolean {
  return ['messages', 'contents'].some((member) => addresses.some((address) => body.includes(member, address)));
}

function forwarded(headers: IncomingHttpHeaders, names: readonly string[]): readonly string[] {
  let found = noHeaders;
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string') found = [...found, name, value];
  }
  return found;
}
