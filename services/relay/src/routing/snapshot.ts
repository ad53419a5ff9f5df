import type { Options } from '@switchyard/contracts';
import type { Worker } from '@switchyard/http';
import type { PriceTable } from '@switchyard/pricing';
import type { WordRules } from '../words/rules.ts';
import type { Candidate, Route } from './candidates.ts';
import type { Channel } from './channel.ts';
import type { HealthRegistry } from './health.ts';
import type { KeyRing } from './key-ring.ts';

export interface Ability {
  readonly group: string;
  readonly model: string;
  readonly channelId: number;
  readonly priority: number;
  readonly weight: number;
}

/** Everything routing needs to know, of one moment. Replaced whole, never changed. */
export class RoutingSnapshot {
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
  readonly #routes: ReadonlyMap<string, ReadonlyMap<string, Route>>;
  readonly #rings: ReadonlyMap<number, KeyRing>;
  readonly #health: HealthRegistry;

  constructor(
    options: Options,
    prices: PriceTable,
    channels: ReadonlyMap<number, Channel>,
    rings: ReadonlyMap<number, KeyRing>,
    abilities: readonly Ability[],
    health: HealthRegistry,
    words: WordRules | undefined,
    worker: Worker | undefined,
  ) {
    this.options = options;
    this.prices = prices;
    this.channels = channels;
    this.groups = options.GroupRatio;
    this.usableGroups = new Set(options.UserUsableGroups.keys());
    this.words = words;
    this.worker = worker;
    this.#rings = rings;
    this.#health = health;
    this.#routes = this.#buildRoutes(abilities);
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
    return this.#rings.get(channelId)?.channels.find(({ key }) => key?.id === keyId);
  }

  /** A channel chosen by its id, whatever group it serves. */
  pinned(channelId: number, model: string): Candidate | undefined {
    const channel = this.channels.get(channelId);
    return channel && this.#candidate(channel, model, 0);
  }

  #candidate(channel: Channel, model: string, weight: number): Candidate {
    const health = this.#health.of(channel.id, model);
    const ring = this.#rings.get(channel.id);
    if (!ring) return { channel, weight, health };
    const candidates = ring.channels.map((keyed) => ({ channel: keyed, weight, health }));
    return { channel, weight, health, keys: { ring, candidates } };
  }

  #buildRoutes(abilities: readonly Ability[]): Map<string, Map<string, Route>> {
    const routes = new Map<string, Map<string, { tiers: Candidate[][]; priority: number }>>();
    for (const { group, model, channelId, priority, weight } of abilities.toSorted((a, b) => b.priority - a.priority)) {
      const channel = this.channels.get(channelId);
      if (!channel) continue;
      const models = routes.get(group) ?? new Map();
      routes.set(group, models);
      const route = models.get(model) ?? { tiers: [], priority: Number.POSITIVE_INFINITY };
      models.set(model, route);
      if (priority < route.priority) {
        route.tiers.push([]);
        route.priority = priority;
      }
      route.tiers.at(-1).push(this.#candidate(channel, model, weight));
    }
    return routes;
  }
}
