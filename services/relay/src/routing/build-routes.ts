import type { Candidate, Route } from './candidates.ts';
import type { Channel } from './channel.ts';
import type { HealthRegistry } from './health.ts';
import type { KeyRing } from './key-ring.ts';
import type { Steps } from './steps.ts';
import { Tier } from './tier.ts';

export interface Ability {
  readonly group: string;
  readonly model: string;
  readonly channelId: number;
  readonly priority: number;
  readonly weight: number;
}

/** What candidates are made of. */
export interface Accounts {
  /** By id; one with several keys has its first. */
  readonly channels: ReadonlyMap<number, Channel>;
  readonly rings: ReadonlyMap<number, KeyRing>;
  readonly health: HealthRegistry;
}

/** By group and model. */
export type Routes = ReadonlyMap<string, ReadonlyMap<string, Route>>;

interface Draft {
  readonly tiers: Candidate[][];
  priority: number;
}

export function candidateOf({ rings, health: registry }: Accounts, channel: Channel, model: string, weight: number) {
  const health = registry.of(channel.id, model);
  const ring = rings.get(channel.id);
  if (!ring) return { channel, weight, health };
  const candidates = ring.channels.map((keyed) => ({ channel: keyed, weight, health }));
  return { channel, weight, health, keys: { ring, candidates } };
}

/** `abilities`: by falling priority. */
export async function buildRoutes(accounts: Accounts, abilities: readonly Ability[], steps: Steps): Promise<Routes> {
  const drafts = new Map<string, Map<string, Draft>>();
  for (const { group, model, channelId, priority, weight } of abilities) {
    const channel = accounts.channels.get(channelId);
    if (!channel) continue;
    const models: Map<string, Draft> = drafts.get(group) ?? new Map();
    drafts.set(group, models);
    const draft = models.get(model) ?? { tiers: [], priority: Number.POSITIVE_INFINITY };
    models.set(model, draft);
    if (priority < draft.priority) {
      draft.tiers.push([]);
      draft.priority = priority;
    }
    draft.tiers.at(-1)?.push(candidateOf(accounts, channel, model, weight));
    await steps.next();
  }
  const routes = new Map<string, Map<string, Route>>();
  for (const [group, models] of drafts) {
    const ready = new Map<string, Route>();
    routes.set(group, ready);
    for (const [model, { tiers }] of models) {
      ready.set(model, { tiers: tiers.map((tier) => new Tier(tier)) });
      await steps.next();
    }
  }
  return routes;
}
