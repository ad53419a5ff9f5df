import type { ChannelSetting } from '@switchyard/contracts';
import type { Dispatcher } from 'undici';
import type { Warn } from '../dialects/dialect.ts';
import { withoutKey } from '../dialects/without-key.ts';
import { bodyFault } from '../egress/body-fault.ts';
import { callHost } from '../egress/call-host.ts';
import type { SocketCall } from '../egress/web-socket.ts';
import type { Operation } from '../ingress/operation.ts';
import type { RequestBody } from '../ingress/request-body.ts';
import { BodyEdit, override, type Patch } from '../providers/patch.ts';
import type {
  Balance,
  Endpoint,
  HostCall,
  Provider,
  RequestFacts,
  Target,
  UpstreamCall,
} from '../providers/provider.ts';
import { joinUrl, pathOf } from '../providers/url.ts';
import type { ChannelKey } from './channel-key.ts';
import { followMappings } from './follow-mappings.ts';
import { defaultTimeouts, type Timeouts } from './timeouts.ts';

const believedMs = 600_000;

/** An account at an upstream as its row describes it, key in clear. */
export interface ChannelFields {
  readonly id: number;
  readonly name: string;
  readonly key: string;
  readonly baseUrl: string;
  readonly other: string;
  readonly organization: string;
  readonly models: readonly string[];
  readonly testModel: string;
  readonly modelMapping: Readonly<Record<string, string>>;
  readonly statusCodeMapping: Readonly<Record<string, string | number>>;
  readonly paramOverride: Readonly<Record<string, unknown>>;
  readonly setting: ChannelSetting;
  readonly autoBan: boolean;
}

/** Opens connections to an origin; the same for all channels that need the same. */
export type PoolFor = (origin: string, proxy: string | undefined, connectMs: number) => Dispatcher;

/** What is sent to a channel. */
export interface Outgoing {
  /** As the client named it. */
  readonly model: string;
  readonly stream: boolean;
  readonly body: RequestBody;
  /** The body is the client's own, in the endpoint's dialect; else it was written for the endpoint. */
  readonly passed: boolean;
  /** Members of the client's that no upstream may see. */
  readonly dropped: readonly string[];
  /** Headers of the client's that go along: name, value, name, value ... */
  readonly headers: readonly string[];
  readonly warn: Warn;
}

export interface PreparedCall extends UpstreamCall {
  /** Of `url`. */
  readonly origin: string;
  readonly path: string;
  readonly dispatcher: Dispatcher;
}

/** An address as connections need it, worked out once: to take it from a URL is dear. */
type Way = Pick<PreparedCall, 'origin' | 'path' | 'dispatcher'>;

/** A channel ready to be called: what can be worked out once is. */
export class Channel {
  readonly id: number;
  readonly name: string;
  readonly models: readonly string[];
  readonly testModel: string;
  readonly autoBan: boolean;
  readonly drain: boolean;
  readonly timeouts: Timeouts;
  readonly provider: Provider;
  /** Which of its keys this is, when it has several. */
  readonly key: ChannelKey | undefined;
  readonly #fields: ChannelFields;
  readonly #upstreamModels: ReadonlyMap<string, string>;
  /** Of calls with a JSON body and nothing of the client's. */
  readonly #headers: readonly string[];
  readonly #overrides: Patch | undefined;
  readonly #poolFor: PoolFor;
  readonly #urls = new Map<Endpoint, Map<string, URL | undefined>>();
  readonly #endpoints = new Map<string, Endpoint | null>();
  readonly #ways = new WeakMap<URL, Way>();
  /** Endpoints that the host turned out not to have, and until when that is believed. */
  readonly #lacking = new Map<Endpoint, number>();

  constructor(fields: ChannelFields, provider: Provider, poolFor: PoolFor, key?: ChannelKey) {
    this.id = fields.id;
    this.name = fields.name;
    this.models = fields.models;
    this.testModel = fields.testModel;
    this.autoBan = fields.autoBan;
    this.drain = fields.setting.drain === true;
    this.timeouts = { ...defaultTimeouts, ...fields.setting.timeouts };
    this.provider = provider;
    this.key = key;
    this.#fields = fields;
    this.#upstreamModels = followMappings(fields.modelMapping);
    this.#headers = this.#writeHeaders('application/json', []);
    this.#overrides = Object.keys(fields.paramOverride).length > 0 ? override(fields.paramOverride) : undefined;
    this.#poolFor = poolFor;
  }

  /** The name under which the upstream knows a model. */
  upstreamModel(model: string): string {
    return this.#upstreamModels.get(model) ?? model;
  }

  /** What an upstream says, without the key that it was asked with. */
  hideKey(text: string): string {
    return withoutKey(text, this.#fields.key);
  }

  /** Status the client gets for an upstream's. */
  mapStatus(status: number): number {
    const mapped = Number(this.#fields.statusCodeMapping[String(status)]);
    return mapped >= 400 && mapped <= 599 ? mapped : status;
  }

  /**
   * Where a request of this kind goes: an endpoint that claims it, else one that speaks the client's dialect, else the
   * provider's first. undefined: this channel serves no such requests.
   */
  endpoint(operation: Operation, facts: RequestFacts): Endpoint | undefined {
    // The answer is the same for every request of a kind, as long as all endpoints are trusted.
    if (this.#lacking.size > 0) return this.#chooseEndpoint(operation, facts);
    const kind = `${operation} ${facts.dialect} ${facts.hasTools} ${facts.model}`;
    let known = this.#endpoints.get(kind);
    if (known === undefined) {
      known = this.#chooseEndpoint(operation, facts) ?? null;
      this.#endpoints.set(kind, known);
    }
    return known ?? undefined;
  }

  #chooseEndpoint(operation: Operation, facts: RequestFacts): Endpoint | undefined {
    let found: Endpoint | undefined;
    for (const endpoint of this.provider.endpoints) {
      if (endpoint.operation !== operation || endpoint.serves?.(facts.model) === false) continue;
      if (!this.#url(endpoint, facts.model, false) || this.#isLacking(endpoint)) continue;
      if (endpoint.instead?.(facts)) return endpoint;
      if (!found || (found.dialect.name !== facts.dialect && endpoint.dialect.name === facts.dialect)) found = endpoint;
    }
    return found;
  }

  /** The host has no such address: others of the provider's are taken for a while. */
  distrust(endpoint: Endpoint): void {
    this.#lacking.set(endpoint, Date.now() + believedMs);
  }

  trust(endpoint: Endpoint): void {
    this.#lacking.delete(endpoint);
  }

  #isLacking(endpoint: Endpoint): boolean {
    return this.#lacking.size > 0 && Date.now() < (this.#lacking.get(endpoint) ?? 0);
  }

  /** The call for a request; a promise when it must be signed with something that is fetched first. */
  prepare(endpoint: Endpoint, outgoing: Outgoing): PreparedCall | Promise<PreparedCall> {
    const { model, stream, body, headers } = outgoing;
    const url = this.#url(endpoint, this.upstreamModel(model), stream) as URL;
    // Written first: a form that is changed has another boundary, which its Content-Type names.
    const written = this.#writeBody(endpoint, outgoing);
    const call: UpstreamCall = {
      url,
      headers:
        headers.length > 0 || endpoint.headers || body.contentType !== 'application/json'
          ? this.#writeHeaders(body.contentType, [...(endpoint.headers ?? []), ...headers])
          : this.#headers,
      body: written,
    };
    const { dispatcher } = this.#way(url);
    const signed = this.provider.authorize?.(call, this.#fields, this.host) ?? call;
    return signed instanceof Promise
      ? signed.then((ready) => this.#onItsWay(ready, dispatcher))
      : this.#onItsWay(signed, dispatcher);
  }

  /** `dispatcher`: of the address that was called before it was signed. */
  #onItsWay({ url, headers, body }: UpstreamCall, dispatcher: Dispatcher): PreparedCall {
    const { origin, path } = this.#ways.get(url) ?? addressOf(url);
    return { url, headers, body, origin, path, dispatcher };
  }

  /** The call that becomes a WebSocket; a promise when it must be signed with something that is fetched first. */
  prepareSocket(endpoint: Endpoint, model: string, headers: readonly string[]): SocketCall | Promise<SocketCall> {
    const url = this.#url(endpoint, this.upstreamModel(model), true) as URL;
    const given = this.#writeHeaders(undefined, [...(endpoint.headers ?? []), ...headers]);
    const call: UpstreamCall = { url, headers: given, body: Buffer.alloc(0) };
    const way = { proxy: this.#fields.setting.proxy, connectMs: this.timeouts.connectMs };
    const signed = this.provider.authorize?.(call, this.#fields, this.host) ?? call;
    return signed instanceof Promise ? signed.then((ready) => ({ ...ready, ...way })) : { ...signed, ...way };
  }

  /** Calls to the host beside those for requests, such as for the list of models. */
  readonly host: HostCall = (target, init) => {
    const url = /^https?:\/\//.test(target) ? new URL(target) : joinUrl(this.#base, target);
    const hide = (text: string) => this.hideKey(text);
    return callHost(this.#dispatcher(url.origin), url, init?.method ?? 'GET', this.#headers, hide, init);
  };

  /** A call with a body of its own kind to a path of the host, signed; for tasks. Throws when there is no address. */
  outbound(path: string, contentType: string): Pick<PreparedCall, 'url' | 'headers' | 'dispatcher'> {
    const url = joinUrl(this.#base, path);
    return { url, headers: this.#writeHeaders(contentType, []), dispatcher: this.#dispatcher(url.origin) };
  }

  async listModels(): Promise<string[] | undefined> {
    return this.provider.listModels?.(this.host, this.#fields);
  }

  async readBalance(): Promise<Balance | undefined> {
    return this.provider.readBalance?.(this.host, this.#fields);
  }

  #writeBody(endpoint: Endpoint, { model, stream, body, passed, dropped, warn }: Outgoing): Buffer {
    const edit = new BodyEdit(body);
    const upstreamModel = this.upstreamModel(model);
    const target: Target = { model: upstreamModel, stream, credentials: this.#fields, warn };
    try {
      for (const key of dropped) edit.remove(key);
      if (passed) {
        const streamOptions = endpoint.streamOptions !== false;
        endpoint.dialect.editRequest(edit, { model, upstreamModel, stream, streamOptions, warn });
      }
      for (const patch of endpoint.patch ?? []) patch(edit, target);
      this.#overrides?.(edit, target);
      return edit.write();
    } catch (error) {
      throw bodyFault(error);
    }
  }

  get #base(): string {
    return this.#fields.baseUrl || this.provider.baseUrl;
  }

  #dispatcher(origin: string): Dispatcher {
    return this.#poolFor(origin, this.#fields.setting.proxy, this.timeouts.connectMs);
  }

  #way(url: URL): Way {
    let way = this.#ways.get(url);
    if (!way) {
      const address = addressOf(url);
      way = { ...address, dispatcher: this.#dispatcher(address.origin) };
      this.#ways.set(url, way);
    }
    return way;
  }

  #url(endpoint: Endpoint, model: string, stream: boolean): URL | undefined {
    let urls = this.#urls.get(endpoint);
    if (!urls) {
      urls = new Map();
      this.#urls.set(endpoint, urls);
    }
    const key = stream ? `stream ${model}` : model;
    if (!urls.has(key)) urls.set(key, this.#resolve(endpoint, { model, stream, credentials: this.#fields }));
    return urls.get(key);
  }

  #resolve(endpoint: Endpoint, target: Target): URL | undefined {
    try {
      if (this.provider.url) return this.provider.url(this.#base, endpoint, target);
      return this.#base === '' ? undefined : joinUrl(this.#base, pathOf(endpoint, target));
    } catch {
      return undefined;
    }
  }

  /** `contentType`: undefined for a call without a body. */
  #writeHeaders(contentType: string | undefined, more: readonly string[]): string[] {
    const { key, setting } = this.#fields;
    const headers = new Map<string, string>([
      ...(contentType === undefined ? [] : [['content-type', contentType] as const]),
      ['accept', '*/*'],
      ['accept-encoding', 'identity'],
      ['user-agent', 'switchyard'],
    ]);
    const given = [...more, ...this.provider.sign(this.#fields)];
    for (let i = 0; i < given.length; i += 2) headers.set(given[i] as string, given[i + 1] as string);
    for (const [name, value] of Object.entries(setting.headers ?? {})) {
      if (value === null) headers.delete(name.toLowerCase());
      else headers.set(name.toLowerCase(), value.replaceAll('{key}', key));
    }
    return [...headers].flat();
  }
}

function addressOf(url: URL): Pick<Way, 'origin' | 'path'> {
  return { origin: url.origin, path: url.pathname + url.search };
}
