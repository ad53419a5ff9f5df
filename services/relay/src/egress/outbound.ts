import type { IncomingHttpHeaders } from 'node:http';
import type { LoadGate } from '../admission/load-gate.ts';
import type { ChatRequest, Json } from '../dialects/canonical.ts';
import { customToolsOf, withFunctions } from '../dialects/custom-tools.ts';
import type { Warn } from '../dialects/dialect.ts';
import type { ReasoningMemory } from '../dialects/reasoning-memory.ts';
import { JsonBody } from '../ingress/json-body.ts';
import type { RelayRequest } from '../ingress/relay-request.ts';
import type { RequestBody } from '../ingress/request-body.ts';
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
  #files: RequestFiles | undefined;
  #chat: ChatRequest | undefined;
  /** What the last endpoint could not be told, as `field: reason`. */
  warnings = noWarnings;
  /** Tools with free text that the last endpoint was told of as functions. */
  customTools = noTools;

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
  prepare(channel: Channel, endpoint: Endpoint): PreparedCall | Promise<PreparedCall> {
    const { dialect, body, model, stream } = this.#request;
    this.warnings = noWarnings;
    this.customTools = noTools;
    if (!needsTranslation(this.#request, endpoint)) {
      const headers = forwarded(this.#headers, dialect.forwardedHeaders);
      const passed = { passed: true, dropped: forbiddenMembers, headers, warn: this.#warn };
      return channel.prepare(endpoint, { model, stream, body, ...passed });
    }
    const written = readable(() => this.#write(channel, endpoint));
    const send = (json: Json) =>
      channel.prepare(endpoint, {
        model,
        stream,
        body: JsonBody.of(json),
        passed: false,
        dropped: forbiddenMembers,
        headers: noHeaders,
        warn: this.#warn,
      });
    return written instanceof Promise ? written.then(send) : send(written);
  }

  #write(channel: Channel, endpoint: Endpoint): Json | Promise<Json> {
    const { dialect, body, stream } = this.#request;
    const model = channel.upstreamModel(this.#request.model);
    if (endpoint.operation !== 'chat') {
      return endpoint.dialect.writeRequest?.({ ...body.parse(), model }, this.#warn) ?? body.parse();
    }
    this.#chat ??= dialect.readRequest(body.parse(), { model, stream });
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
