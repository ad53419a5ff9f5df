import type { Channel } from './channel.ts';
import type { Health } from './health.ts';
import type { KeyRing } from './key-ring.ts';

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
  readonly tiers: readonly (readonly Candidate[])[];
}

/** Where a conversation went. */
export interface Account {
  readonly channelId: number;
  /** Of a channel with several. */
  readonly keyId?: number | undefined;
}

/**
 * The next channel to try: `preferred` when it is in the first tier and may be asked, else the first tier that has one
 * left, within it by weight. Channels in `excluded`, those with an open breaker and those whose keys all rest are
 * passed over; channels of weight 0 only serve when no other of their tier can. `random` is in [0, 1).
 */
export function choose(
  route: Route,
  excluded: readonly number[],
  nowMs: number,
  random: number,
  preferred?: Account,
): Candidate | undefined {
  const known = preferred && findAccount(route.tiers[0], preferred, nowMs);
  if (known && isEligible(known, excluded) && known.health.admit(nowMs)) return known;
  for (const tier of route.tiers) {
    const candidate = chooseInTier(tier, excluded, nowMs, random);
    if (candidate) return candidate;
  }
  return undefined;
}

function findAccount(tier: Route['tiers'][0] = [], { channelId, keyId }: Account, nowMs: number) {
  const candidate = tier.find(({ channel }) => channel.id === channelId);
  if (!candidate?.keys) return candidate;
  const same = candidate.keys.candidates.find(({ channel }) => channel.key?.id === keyId);
  return same?.channel.key?.isResting(nowMs) ? undefined : same;
}

function chooseInTier(
  tier: readonly Candidate[],
  excluded: readonly number[],
  nowMs: number,
  random: number,
): Candidate | undefined {
  const first = tier[0];
  if (tier.length === 1 && first) return isEligible(first, excluded) ? admit(first, nowMs) : undefined;
  const eligible = tier.filter((candidate) => isEligible(candidate, excluded));
  while (eligible.length > 0) {
    const at = pick(eligible, random);
    // Only the one chosen is asked: asking claims the probe of a half-open breaker.
    const admitted = admit(eligible[at] as Candidate, nowMs);
    if (admitted) return admitted;
    eligible.splice(at, 1);
  }
  return undefined;
}

/** The candidate with the key to use, its probe claimed; undefined when it may not be asked now. */
function admit(candidate: Candidate, nowMs: number): Candidate | undefined {
  const { keys, health } = candidate;
  if (!keys) return health.admit(nowMs) ? candidate : undefined;
  const at = keys.ring.next(nowMs);
  return at >= 0 && health.admit(nowMs) ? keys.candidates[at] : undefined;
}

function isEligible(candidate: Candidate, excluded: readonly number[]): boolean {
  return !excluded.includes(candidate.channel.id);
}

function pick(candidates: readonly Candidate[], random: number): number {
  let sum = 0;
  for (const candidate of candidates) sum += candidate.weight;
  if (sum === 0) return Math.floor(random * candidates.length);
  let mark = random * sum;
  for (let i = 0; i < candidates.length; i++) {
    mark -= (candidates[i] as Candidate).weight;
    if (mark < 0) return i;
  }
  return candidates.length - 1;
}
