import type { ChannelSetting } from '@switchyard/contracts';
import type { Dispatcher } from 'undici';
import type { JsonBody } from '../ingress/json-body.ts';
import type { Operation } from '../ingress/operation.ts';
import { BodyEdit, override, type Patch } from '../providers/patch.ts';
import type { Endpoint, Provider } from '../providers/provider.ts';
import { joinUrl } from '../providers/url.ts';

export interface Timeouts {
  readonly connectMs: number;
  readonly firstByteMs: number;
  readonly idleMs: number;
  readonly totalMs: number;
}

const defaultTimeouts: Timeouts = { connectMs: 10_000, firstByteMs: 300_000, idleMs: 120_000, totalMs: 3_600_000 };

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

export interface PreparedCall {
  readonly dispatcher: Dispatcher;
  readonly origin: string;
  readonly path: string;
  readonly headers: string[];
  readonly body: Buffer;
}

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
  readonly #fields: ChannelFields;
  readonly #headers: string[];
  readonly #overrides: Patch | undefined;
  readonly #poolFor: PoolFor;
  readonly #urls = new Map<string, URL | undefined>();

  constructor(fields: ChannelFields, provider: Provider, poolFor: PoolFor) {
    this.id = fields.id;
    this.name = fields.name;
    this.models = fields.models;
    this.testModel = fields.testModel;
    this.autoBan = fields.autoBan;
    this.drain = fields.setting.drain === true;
    this.timeouts = { ...defaultTimeouts, ...fields.setting.timeouts };
    this.provider = provider;
    this.#fields = fields;
    this.#headers = writeHeaders(fields, provider);
    this.#overrides = Object.keys(fields.paramOverride).length > 0 ? override(fields.paramOverride) : undefined;
    this.#poolFor = poolFor;
  }

  /** The name under which the upstream knows a model. */
  upstreamModel(model: string): string {
    return this.#fields.modelMapping[model] ?? model;
  }

  /** Status the client gets for an upstream's. */
  mapStatus(status: number): number {
    const mapped = Number(this.#fields.statusCodeMapping[String(status)]);
    return mapped >= 400 && mapped <= 599 ? mapped : status;
  }

  endpoint(operation: Operation, model: string): Endpoint | undefined {
    const endpoint = this.provider.endpoints.find((candidate) => candidate.operation === operation);
    return endpoint && this.#url(endpoint, this.upstreamModel(model)) ? endpoint : undefined;
  }

  /** The call for a request, or undefined when this channel has no address for it. */
  prepare(
    endpoint: Endpoint,
    model: string,
    stream: boolean,
    body: JsonBody,
    dropped: readonly string[],
  ): PreparedCall | undefined {
    const upstreamModel = this.upstreamModel(model);
    const url = this.#url(endpoint, upstreamModel);
    if (!url) return undefined;
    const edit = new BodyEdit(body);
    for (const key of dropped) edit.remove(key);
    if (upstreamModel !== model) edit.put('model', JSON.stringify(upstreamModel));
    if (stream && endpoint.streamOptions !== false) edit.put('stream_options', withUsage(body.text('stream_options')));
    for (const patch of endpoint.patch ?? []) patch(edit);
    this.#overrides?.(edit);
    return {
      dispatcher: this.#poolFor(url.origin, this.#fields.setting.proxy, this.timeouts.connectMs),
      origin: url.origin,
      path: url.pathname + url.search,
      headers: this.#headers,
      body: edit.write(),
    };
  }

  /** A GET beside the calls for requests, such as the list of models; undefined when the host has none. */
  prepareGet(path: string | undefined): Omit<PreparedCall, 'body'> | undefined {
    if (path === undefined || this.#base === '') return undefined;
    const url = joinUrl(this.#base, path);
    return {
      dispatcher: this.#poolFor(url.origin, this.#fields.setting.proxy, this.timeouts.connectMs),
      origin: url.origin,
      path: url.pathname + url.search,
      headers: this.#headers,
    };
  }

  get #base(): string {
    return this.#fields.baseUrl || this.provider.baseUrl;
  }

  #url(endpoint: Endpoint, model: string): URL | undefined {
    const key = `${endpoint.operation} ${model}`;
    if (!this.#urls.has(key)) this.#urls.set(key, this.#resolve(endpoint, model));
    return this.#urls.get(key);
  }

  #resolve(endpoint: Endpoint, model: string): URL | undefined {
    try {
      if (this.#base === '') return undefined;
      return this.provider.url ? this.provider.url(this.#base, endpoint, model) : joinUrl(this.#base, endpoint.path);
    } catch {
      return undefined;
    }
  }
}

function writeHeaders(fields: ChannelFields, provider: Provider): string[] {
  const headers = new Map<string, string>([
    ['content-type', 'application/json'],
    ['accept', '*/*'],
    ['accept-encoding', 'identity'],
    ['user-agent', 'switchyard'],
  ]);
  const signed = provider.sign({ key: fields.key, organization: fields.organization, other: fields.other });
  for (let i = 0; i < signed.length; i += 2) headers.set(signed[i] as string, signed[i + 1] as string);
  for (const [name, value] of Object.entries(fields.setting.headers ?? {})) {
    if (value === null) headers.delete(name.toLowerCase());
    else headers.set(name.toLowerCase(), value.replaceAll('{key}', fields.key));
  }
  return [...headers].flat();
}

const onlyUsage = '{"include_usage":true}';

function withUsage(streamOptions: string | undefined): string {
  if (streamOptions === undefined || streamOptions === 'null') return onlyUsage;
  return JSON.stringify({ ...(JSON.parse(streamOptions) as object), include_usage: true });
}
