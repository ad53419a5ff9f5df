import type { Channel } from './channel.ts';
import type { Health } from './health.ts';

/** A channel that serves a model to a group. */
export interface Candidate {
  readonly channel: Channel;
  readonly weight: number;
  readonly health: Health;
}

/** Candidates of one group and model: tiers by falling priority. */
export interface Route {
  readonly tiers: readonly (readonly Candidate[])[];
}

/**
 * The next channel to try: `preferred` when it is in the first tier and may be asked, else the first tier that has one left, within it by weight. Channels already tried in this request
 * and those with an open breaker are passed over; channels of weight 0 only serve when no other of their tier can.
 * `random` is in [0, 1).
 */
export function choose(
  route: Route,
  tried: readonly number[],
  nowMs: number,
  random: number,
  preferred?: number,
): Candidate | undefined {
  const known = preferred === undefined ? undefined : route.tiers[0]?.find(({ channel }) => channel.id === preferred);
  if (known && isEligible(known, tried) && known.health.admit(nowMs)) return known;
  for (const tier of route.tiers) {
    const candidate = chooseInTier(tier, tried, nowMs, random);
    if (candidate) return candidate;
  }
  return undefined;
}

function chooseInTier(
  tier: readonly Candidate[],
  tried: readonly number[],
  nowMs: number,
  random: number,
): Candidate | undefined {
  const first = tier[0];
  if (tier.length === 1 && first) return isEligible(first, tried) && first.health.admit(nowMs) ? first : undefined;
  const eligible = tier.filter((candidate) => isEligible(candidate, tried));
  while (eligible.length > 0) {
    const at = pick(eligible, random);
    const candidate = eligible[at] as Candidate;
    // Only the one chosen is asked: asking claims the probe of a half-open breaker.
    if (candidate.health.admit(nowMs)) return candidate;
    eligible.splice(at, 1);
  }
  return undefined;
}

function isEligible(candidate: Candidate, tried: readonly number[]): boolean {
  return !tried.includes(candidate.channel.id);
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
