import type { Options } from '@switchyard/contracts';
import type { Worker } from '@switchyard/http';
import type { PriceTable } from '@switchyard/pricing';
import type { WordRules } from '../words/rules.ts';
import { type Accounts, candidateOf, type Routes } from './build-routes.ts';
import type { Candidate, Route } from './candidates.ts';
import type { Channel } from './channel.ts';

/** Everything routing needs to know, of one moment. Replaced whole, never changed. */
export class RoutingSnapshot {
  /** Of what it was made of, in the database. */
  readonly version: string;
  readonly options: Options;
  readonly prices: PriceTable;
  /** By id; one with several keys has its first. */
  readonly channels: ReadonlyMap<number, Channel>;
  /** Groups and their ratios. */
  readonly groups: ReadonlyMap<string, string>;
  readonly usableGroups: ReadonlySet<string>;
  /** undefined: no words are looked for. */
  readonly words: WordRules | undefined;
  /** Calls addresses of clients in our place; undefined: we call them. */
  readonly worker: Worker | undefined;
  readonly #accounts: Accounts;
  readonly #routes: Routes;

  constructor(
    version: string,
    options: Options,
    prices: PriceTable,
    accounts: Accounts,
    routes: Routes,
    words: WordRules | undefined,
    worker: Worker | undefined,
  ) {
    this.version = version;
    this.options = options;
    this.prices = prices;
    this.channels = accounts.channels;
    this.groups = options.GroupRatio;
    this.usableGroups = new Set(options.UserUsableGroups.keys());
    this.words = words;
    this.worker = worker;
    this.#accounts = accounts;
    this.#routes = routes;
  }

  /** The channels of a group for a model; undefined when it has none. */
  route(group: string, model: string): Route | undefined {
    return this.#routes.get(group)?.get(model);
  }

  /** Some group has the model. */
  knows(model: string): boolean {
    for (const models of this.#routes.values()) if (models.has(model)) return true;
    return false;
  }

  /** Models of a group that have a channel. */
  models(group: string): Iterable<string> {
    return this.#routes.get(group)?.keys() ?? [];
  }

  /** The account that has something of ours, such as a task; undefined when it is gone or switched off. */
  account({
    channel_id: channelId,
    key_id: keyId,
  }: {
    channel_id: number;
    key_id: number | null;
  }): Channel | undefined {
    if (keyId === null) return this.channels.get(channelId);
    return this.#accounts.rings.get(channelId)?.channels.find(({ key }) => key?.id === keyId);
  }

  /** A channel chosen by its id, whatever group it serves. */
  pinned(channelId: number, model: string): Candidate | undefined {
    const channel = this.channels.get(channelId);
    return channel && candidateOf(this.#accounts, channel, model, 0);
  }
}
