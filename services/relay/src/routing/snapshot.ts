import type { Options } from '@switchyard/contracts';
import type { PriceTable } from '@switchyard/pricing';
import type { Candidate, Route } from './candidates.ts';
import type { Channel } from './channel.ts';
import type { HealthRegistry } from './health.ts';

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
  readonly channels: ReadonlyMap<number, Channel>;
  /** Groups and their ratios. */
  readonly groups: ReadonlyMap<string, string>;
  readonly usableGroups: ReadonlySet<string>;
  readonly #routes: ReadonlyMap<string, ReadonlyMap<string, Route>>;
  readonly #health: HealthRegistry;

  constructor(
    options: Options,
    prices: PriceTable,
    channels: ReadonlyMap<number, Channel>,
    abilities: readonly Ability[],
    health: HealthRegistry,
  ) {
    this.options = options;
    this.prices = prices;
    this.channels = channels;
    this.groups = options.GroupRatio;
    this.usableGroups = new Set(options.UserUsableGroups.keys());
    this.#health = health;
    this.#routes = buildRoutes(channels, abilities, health);
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

  /** A channel chosen by its id, whatever group it serves. */
  pinned(channelId: number, model: string): Candidate | undefined {
    const channel = this.channels.get(channelId);
    return channel && { channel, weight: 0, health: this.#health.of(channelId, model) };
  }
}

function buildRoutes(
  channels: ReadonlyMap<number, Channel>,
  abilities: readonly Ability[],
  health: HealthRegistry,
): Map<string, Map<string, Route>> {
  const routes = new Map<string, Map<string, { tiers: Candidate[][]; priority: number }>>();
  for (const { group, model, channelId, priority, weight } of abilities.toSorted((a, b) => b.priority - a.priority)) {
    const channel = channels.get(channelId);
    if (!channel) continue;
    const models = routes.get(group) ?? new Map();
    routes.set(group, models);
    const route = models.get(model) ?? { tiers: [], priority: Number.POSITIVE_INFINITY };
    models.set(model, route);
    if (priority < route.priority) {
      route.tiers.push([]);
      route.priority = priority;
    }
    route.tiers.at(-1).push({ channel, weight, health: health.of(channelId, model) });
  }
  return routes;
}
