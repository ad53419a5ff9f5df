import type { ChannelSetting } from '@switchyard/contracts';
import type { Dispatcher } from 'undici';
import type { Warn } from '../dialects/dialect.ts';
import { withoutKey } from '../dialects/without-key.ts';
import { bodyFault } from '../egress/body-fault.ts';
import { callHost } from '../egress/call-host.ts';
import type { KeptHead } from '../egress/http1/upstream-pool.ts';
import type { SocketCall } from '../egress/web-socket.ts';
import type { Operation } from '../ingress/operation.ts';
import type { RequestBody } from '../ingress/request-body.ts';
import type { Amendment } from '../providers/amendment.ts';
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
import { amend, LastingAmendments } from './lasting-amendments.ts';
import { type Timeouts, withDefaults } from './timeouts.ts';

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
  /** What is changed in it because the host refused it. */
  readonly amendment?: Amendment | undefined;
  /** Looks at the body when all that is to be changed in it was changed. */
  readonly inspect?: ((edit: BodyEdit) => void) | undefined;
}

export interface PreparedCall extends UpstreamCall {
  /** Of `url`. */
  readonly origin: string;
  readonly path: string;
  readonly dispatcher: Dispatcher;
  readonly keptHead: KeptHead;
}

/** Where an endpoint is for a model, as connections need it, worked out once: to take it from a URL is dear. */
interface Way extends Pick<PreparedCall, 'url' | 'origin' | 'path' | 'dispatcher'>, KeptHead {
  readonly endpoint: Endpoint;
  readonly model: string;
  readonly stream: boolean;
}

/** Which endpoint takes requests of a kind; none when there is no address for them. */
interface Choice extends RequestFacts {
  readonly operation: Operation;
  readonly endpoint: Endpoint | undefined;
}

/** A channel ready to be called: what can be worked out once is. */
export class Channel {
  // Where there are thousands of channels, each first look at a place in memory is waited for. What every request looks at stands together.
  readonly id: number;
  /** Which of its keys this is, when it has several. */
  readonly key: ChannelKey | undefined;
  readonly provider: Provider;
  /** As OpenTelemetry names the provider, where it does. */
  readonly providerName: string;
  readonly timeouts: Timeouts;
  readonly #fields: ChannelFields;
  readonly #upstreamModels: ReadonlyMap<string, string>;
  /** Of calls with a JSON body and nothing of the client's. */
  readonly #headers: readonly string[];
  readonly #overrides: Patch | undefined;
  /** Endpoints that the host turned out not to have, and until when that is believed. */
  #lacking: Map<Endpoint, number> | undefined;
  #lasting: LastingAmendments | undefined;
  /** The last ones: most requests to a channel are alike, and where all are there is no table of them. */
  #lastWay: Way | undefined;
  #lastChoice: Choice | undefined;
  /** By model. */
  #ways: Map<string, Way[]> | undefined;
  #choices: Map<string, Choice> | undefined;
  readonly name: string;
  readonly models: readonly string[];
  readonly testModel: string;
  readonly autoBan: boolean;
  readonly drain: boolean;
  readonly #poolFor: PoolFor;

  constructor(fields: ChannelFields, provider: Provider, poolFor: PoolFor, key?: ChannelKey) {
    this.id = fields.id;
    this.name = fields.name;
    this.models = fields.models;
    this.testModel = fields.testModel;
    this.autoBan = fields.autoBan;
    this.drain = fields.setting.drain === true;
    this.timeouts = withDefaults(fields.setting.timeouts);
    this.provider = provider;
    this.providerName = provider.conventionalName ?? provider.name;
    this.key = key;
    this.#fields = fields;
    this.#upstreamModels = followMappings(fields.modelMapping);
    this.#headers = this.#writeHeaders('application/json', []);
    this.#overrides = Object.keys(fields.paramOverride).length > 0 ? override(fields.paramOverride) : undefined;
    this.#poolFor = poolFor;
  }

  /** The operator has members of bodies replaced. */
  get overridesMembers(): boolean {
    return this.#overrides !== undefined;
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
    if (this.#lacking?.size) {
      this.#believeAgain(this.#lacking);
      return this.#chooseEndpoint(operation, facts);
    }
    const last = this.#lastChoice;
    if (last && isOfKind(last, operation, facts)) return last.endpoint;
    const kind = kindOf(operation, facts);
    if (last) this.#choices ??= new Map([[kindOf(last.operation, last), last]]);
    let choice = this.#choices?.get(kind);
    if (!choice) {
      const { dialect, hasTools } = facts;
      const model = this.#sharedName(facts.model);
      // Written out, as ways are: V8 keeps what is spread beside the object, at one more place in memory.
      choice = { model, dialect, hasTools, operation, endpoint: this.#chooseEndpoint(operation, facts) };
      this.#choices?.set(kind, choice);
    }
    this.#lastChoice = choice;
    return choice.endpoint;
  }

  #chooseEndpoint(operation: Operation, facts: RequestFacts): Endpoint | undefined {
    let found: Endpoint | undefined;
    for (const endpoint of this.provider.endpoints) {
      if (endpoint.operation !== operation || endpoint.serves?.(facts.model) === false) continue;
      if (this.#lacking?.has(endpoint)) continue;
      const isInstead = endpoint.instead?.(facts) === true;
      const isNearer = !found || (found.dialect.name !== facts.dialect && endpoint.dialect.name === facts.dialect);
      // Its address is worked out last: a way that nobody goes would be kept for each channel and model.
      if (!(isInstead || isNearer) || !this.#way(endpoint, facts.model, false)) continue;
      if (isInstead) return endpoint;
      found = endpoint;
    }
    return found;
  }

  /** The host has no such address: others of the provider's are taken for a while. */
  distrust(endpoint: Endpoint): void {
    this.#lacking ??= new Map();
    this.#lacking.set(endpoint, Date.now() + believedMs);
  }

  trust(endpoint: Endpoint): void {
    this.#lacking?.delete(endpoint);
  }

  /** The host refuses something of every request for this model to this endpoint: it is not asked for it for an hour. */
  keepAmendment(endpoint: Endpoint, model: string, amendment: Amendment): void {
    this.#lasting ??= new LastingAmendments();
    this.#lasting.keep(endpoint, this.upstreamModel(model), amendment);
  }

  #believeAgain(lacking: Map<Endpoint, number>): void {
    const now = Date.now();
    for (const [endpoint, until] of lacking) if (now >= until) lacking.delete(endpoint);
  }

  /** The call for a request; a promise when it must be signed with something that is fetched first. */
  prepare(endpoint: Endpoint, outgoing: Outgoing): PreparedCall | Promise<PreparedCall> {
    const { model, stream, body, headers } = outgoing;
    const way = this.#way(endpoint, this.upstreamModel(model), stream) as Way;
    // Written first: a form that is changed has another boundary, which its Content-Type names.
    const written = this.#writeBody(endpoint, outgoing);
    const call: UpstreamCall = {
      url: way.url,
      headers:
        headers.length > 0 || endpoint.headers || body.contentType !== 'application/json'
          ? this.#writeHeaders(body.contentType, [...(endpoint.headers ?? []), ...headers])
          : this.#headers,
      body: written,
    };
    const signed = this.provider.authorize?.(call, this.#fields, this.host) ?? call;
    return signed instanceof Promise ? signed.then((ready) => onItsWay(ready, way)) : onItsWay(signed, way);
  }

  /** The call that becomes a WebSocket; a promise when it must be signed with something that is fetched first. */
  prepareSocket(endpoint: Endpoint, model: string, headers: readonly string[]): SocketCall | Promise<SocketCall> {
    const { url } = this.#way(endpoint, this.upstreamModel(model), true) as Way;
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

  #writeBody(endpoint: Endpoint, outgoing: Outgoing): Buffer {
    const { model, stream, body, passed, dropped, warn, amendment, inspect } = outgoing;
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
      this.#lasting?.apply(endpoint, upstreamModel, edit, outgoing);
      if (amendment) amend(edit, amendment);
      inspect?.(edit);
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

  /** The same name, as the text that channels share: that of a request would be one more for each of them. */
  #sharedName(model: string): string {
    return this.models.find((name) => name === model) ?? model;
  }

  /** undefined: there is no address for this. */
  #way(endpoint: Endpoint, model: string, stream: boolean): Way | undefined {
    const last = this.#lastWay;
    if (last?.endpoint === endpoint && last.model === model && last.stream === stream) return last;
    if (last) this.#ways ??= new Map([[last.model, [last]]]);
    const known = this.#ways?.get(model);
    let way = known?.find((one) => one.endpoint === endpoint && one.stream === stream);
    if (!way) {
      way = this.#findWay(endpoint, this.#sharedName(model), stream);
      if (!way) return undefined;
      if (known) known.push(way);
      else this.#ways?.set(model, [way]);
    }
    this.#lastWay = way;
    return way;
  }

  #findWay(endpoint: Endpoint, model: string, stream: boolean): Way | undefined {
    try {
      const url = this.#resolve(endpoint, { model, stream, credentials: this.#fields });
      if (!url) return undefined;
      const { origin, path } = addressOf(url);
      const dispatcher = this.#dispatcher(origin);
      return { endpoint, model, stream, url, origin, path, dispatcher, head: '', headPath: '', headHeaders: [] };
    } catch {
      return undefined;
    }
  }

  #resolve(endpoint: Endpoint, target: Target): URL | undefined {
    if (this.provider.url) return this.provider.url(this.#base, endpoint, target);
    return this.#base === '' ? undefined : joinUrl(this.#base, pathOf(endpoint, target));
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

/** The same text for the same choice. */
function kindOf(operation: Operation, { model, dialect, hasTools }: RequestFacts): string {
  return `${operation} ${dialect} ${hasTools} ${model}`;
}

function isOfKind(choice: Choice, operation: Operation, { model, dialect, hasTools }: RequestFacts): boolean {
  return (
    choice.operation === operation &&
    choice.model === model &&
    choice.dialect === dialect &&
    choice.hasTools === hasTools
  );
}

/** `way`: to the address that was called before it was signed. */
function onItsWay({ url, headers, body }: UpstreamCall, way: Way): PreparedCall {
  const { origin, path } = url === way.url ? way : addressOf(url);
  return { url, headers, body, origin, path, dispatcher: way.dispatcher, keptHead: way };
}

function addressOf(url: URL): Pick<Way, 'origin' | 'path'> {
  return { origin: url.origin, path: url.pathname + url.search };
}
