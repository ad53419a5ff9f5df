import type { Channel } from './channel.ts';
import type { Health } from './health.ts';
import type { KeyRing } from './key-ring.ts';
import { Tier } from './tier.ts';

/** A channel that serves a model to a group. */
export interface Candidate {
  readonly channel: Channel;
  readonly weight: number;
  readonly health: Health;
  /** Of a channel with several keys: whose turn it is, and the candidate with each key in the order of the ring. */
  readonly keys?: { readonly ring: KeyRing; readonly candidates: readonly Candidate[] };
}

/** Candidates of one group and model: tiers by falling priority. */
export interface Route {
  readonly tiers: readonly Tier[];
}

/** Where a conversation went. */
export interface Account {
  readonly channelId: number;
  /** Of a channel with several. */
  readonly keyId?: number | undefined;
}

/** Draws from a tier before all of it is looked at. Each misses only as often as its channels are out of service. */
const draws = 8;

/**
 * The next channel to try: `preferred` when it is in the first tier and may be asked, else the first tier that has one
 * left, within it by weight. Channels in `excluded`, those with an open breaker and those whose keys all rest are
 * passed over; channels of weight 0 only serve when no other of their tier can. `random` answers numbers in [0, 1).
 */
export function choose(
  route: Route,
  excluded: readonly number[],
  nowMs: number,
  random: () => number,
  preferred?: Account,
): Candidate | undefined {
  const known = preferred && findAccount(route.tiers[0], preferred, nowMs);
  if (known && !excluded.includes(known.channel.id) && known.health.admit(nowMs)) return known;
  for (const tier of route.tiers) {
    const candidate = chooseInTier(tier, excluded, nowMs, random);
    if (candidate) return admit(candidate, nowMs);
  }
  return undefined;
}

/** Milliseconds until one of the channels may be asked, when none may now; 0 when one is being tried again. */
export function restMs({ tiers }: Route, nowMs: number): number {
  const rests = tiers.flatMap(({ candidates }) =>
    candidates.map(({ health, keys }) => Math.max(nowMs, health.openUntil(nowMs) ?? 0, keys?.ring.restsUntil ?? 0)),
  );
  return Math.min(...rests) - nowMs;
}

function findAccount(tier: Tier | undefined, { channelId, keyId }: Account, nowMs: number) {
  const candidate = tier?.of(channelId);
  if (!candidate?.keys) return candidate;
  const same = candidate.keys.candidates.find(({ channel }) => channel.key?.id === keyId);
  return same?.channel.key?.isResting(nowMs) ? undefined : same;
}

/** What is drawn in vain is drawn again: shares are the same as if those out of service were not there. */
function chooseInTier(
  tier: Tier,
  excluded: readonly number[],
  nowMs: number,
  random: () => number,
): Candidate | undefined {
  const { size } = tier;
  for (let draw = 0; draw < draws && draw < size; draw++) {
    const candidate = tier.draw(random());
    if (isEligible(candidate, excluded, nowMs)) return candidate;
  }
  const eligible = size > 1 ? tier.candidates.filter((candidate) => isEligible(candidate, excluded, nowMs)) : [];
  return eligible.length > 0 ? Tier.of(eligible).draw(random()) : undefined;
}

/** The candidate with the key to use, its probe claimed. Only the one chosen is asked this. */
function admit(candidate: Candidate, nowMs: number): Candidate | undefined {
  const { keys, health } = candidate;
  health.admit(nowMs);
  return keys ? keys.candidates[keys.ring.next(nowMs)] : candidate;
}

function isEligible({ channel, health, keys }: Candidate, excluded: readonly number[], nowMs: number): boolean {
  return !excluded.includes(channel.id) && health.mayBeAsked(nowMs) && keys?.ring.allRest(nowMs) !== true;
}
