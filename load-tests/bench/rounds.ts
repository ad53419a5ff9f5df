import type { Case, Figure } from './cases.ts';
import type { Gateway, Upstream } from './gateways/gateway.ts';

/** Figures of one round by gateway. */
export type Round = Record<string, Figure>;

export interface Result {
  case: Case;
  /** In the order they ran, those left out of the result too. */
  rounds: Round[];
  kept: Round[];
}

/** The gateway that all others are measured by, and its allowed move between rounds. */
export const REFERENCE = 'nginx';
const ALLOWED_MOVE = 0.1;

export interface Pace {
  rounds: number;
  warmUpSeconds: number;
  seconds: number;
}

/**
 * Measures every gateway once a round, in turn, until enough rounds are steady or twice as many have run.
 * A failed request, or a gateway that has not done what it should, stops the run.
 */
export async function runCase(
  one: Case,
  gateways: readonly Gateway[],
  upstream: Upstream,
  pace: Pace,
): Promise<Result> {
  for (const gateway of gateways) await one.warmUp(gateway, pace.warmUpSeconds);
  const seconds = Math.max(1, pace.seconds / (one.split ?? 1));
  const wanted = Math.round((pace.rounds * pace.seconds) / seconds);
  const keep = one.keepsAll ? (all: readonly Round[]) => [...all] : steady;
  const rounds: Round[] = [];
  while (keep(rounds).length < wanted && rounds.length < wanted * 2) {
    const round: Round = {};
    for (let turn = 0; turn < gateways.length; turn++) {
      const gateway = gateways[(turn + rounds.length) % gateways.length];
      if (gateway) round[gateway.name] = await measured(one, gateway, upstream, seconds);
    }
    rounds.push(round);
    console.log(
      `  ${Object.entries(round)
        .map(([name, { value }]) => `${name} ${value.toFixed(1)}`)
        .join('  ')}`,
    );
  }
  for (const gateway of gateways) await gateway.verify?.();
  return { case: one, rounds, kept: keep(rounds) };
}

async function measured(one: Case, gateway: Gateway, upstream: Upstream, seconds: number): Promise<Figure> {
  try {
    return await one.measure(gateway, upstream, seconds);
  } catch (error) {
    throw new Error(`${one.name} through ${gateway.name} failed`, { cause: error });
  }
}

/** Rounds in which the reference stayed near its median. */
export function steady(rounds: readonly Round[]): Round[] {
  const value = (round: Round) => round[REFERENCE]?.value ?? Number.NaN;
  const middle = median(rounds.map(value));
  return rounds.filter((round) => Math.abs(value(round) / middle - 1) <= ALLOWED_MOVE);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2;
}
