import type { Candidate, Route } from './candidates.ts';
import type { Channel } from './channel.ts';
import type { HealthRegistry } from './health.ts';
import type { KeyRing } from './key-ring.ts';
import type { Steps } from './steps.ts';
import { Tier } from './tier.ts';

/** The channels of one priority that serve a model to a group, and their weights in the same order. */
export interface TierRow {
  readonly group: string;
  readonly model: string;
  readonly channelIds: readonly number[];
  readonly weights: readonly number[];
}

/** What candidates are made of. */
export interface Accounts {
  /** By id; one with several keys has its first. */
  readonly channels: ReadonlyMap<number, Channel>;
  readonly rings: ReadonlyMap<number, KeyRing>;
  readonly health: HealthRegistry;
}

/** To look at the clock for each would take longer than the rest. */
const channelsOfStep = 256;

/** By group and model. */
export type Routes = ReadonlyMap<string, ReadonlyMap<string, Route>>;

export function candidateOf(
  { rings, health: registry }: Accounts,
  channel: Channel,
  model: string,
  weight: number,
): Candidate {
  const health = registry.of(channel.id, model);
  const ring = rings.get(channel.id);
  if (!ring) return { channel, weight, health };
  const candidates = ring.channels.map((keyed) => ({ channel: keyed, weight, health }));
  return { channel, weight, health, keys: { ring, candidates } };
}

/** `rows`: by falling priority. */
export async function buildRoutes(accounts: Accounts, rows: readonly TierRow[], steps: Steps): Promise<Routes> {
  const routes = new Map<string, Map<string, { tiers: Tier[] }>>();
  for (const { group, model, channelIds, weights } of rows) {
    const channels: Channel[] = [];
    const weightsOf: number[] = [];
    for (const [index, id] of channelIds.entries()) {
      const channel = accounts.channels.get(id);
      if (channel) {
        channels.push(channel);
        weightsOf.push(weights[index] as number);
      }
      if (index % channelsOfStep === 0) await steps.next();
    }
    if (channels.length === 0) continue;
    const models: Map<string, { tiers: Tier[] }> = routes.get(group) ?? new Map();
    const route = models.get(model) ?? { tiers: [] };
    route.tiers.push(tierOf(accounts, model, channels, weightsOf));
    routes.set(group, models.set(model, route));
  }
  return routes;
}

function tierOf(accounts: Accounts, model: string, channels: readonly Channel[], weights: readonly number[]): Tier {
  return new Tier(weights, (index) =>
    candidateOf(accounts, channels[index] as Channel, model, weights[index] as number),
  );
}
