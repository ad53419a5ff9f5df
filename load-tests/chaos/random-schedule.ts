import { rememberedRequests } from '@switchyard/testing/upstream';
import { Random } from '../simulator/random.ts';

/** What may be hurt; each has a lane of its own, and all lanes run at once. */
export const targets = ['relay 0', 'relay 1', 'billing', 'redis', 'nats', 'postgres'] as const;
export type Target = (typeof targets)[number];

/** Something that is done to a target. */
export interface Blow {
  /** Due so long after the beginning; later when the one before it takes longer. */
  readonly atMs: number;
  readonly act: 'kill' | 'freeze' | 'empty';
  /** How long it stays away. */
  readonly awayMs: number;
  /** While it starts it is killed again, so long after each of these starts. */
  readonly againMs: readonly number[];
}

/** Blows a minute, and the longest that the target stays away after one. */
const habits: Record<Target, { readonly perMinute: number; readonly longestMs: number }> = {
  'relay 0': { perMinute: 8, longestMs: 1_500 },
  'relay 1': { perMinute: 8, longestMs: 1_500 },
  billing: { perMinute: 7, longestMs: 1_500 },
  redis: { perMinute: 6, longestMs: 2_500 },
  nats: { perMinute: 5, longestMs: 3_000 },
  postgres: { perMinute: 4, longestMs: 3_000 },
};
const services: readonly Target[] = ['relay 0', 'relay 1', 'billing'];
const minuteMs = 60_000;

/**
 * The minutes of a run, ten unless set. Throws where these lanes could ask for more than the fake upstream remembers: the
 * verdict compares every request with what it sent.
 */
export function readMinutes(
  setting: string | undefined,
  crowds: readonly { readonly lanes: number; readonly pauseMs: number }[],
): number {
  const minutes = Number(setting || 10);
  const perMinute = crowds.reduce((sum, { lanes, pauseMs }) => sum + (lanes * minuteMs) / pauseMs, 0);
  const most = Math.floor(rememberedRequests / perMinute);
  if (minutes > 0 && minutes <= most) return minutes;
  throw new Error(
    `--minutes must be a number up to ${most}: the upstream forgets requests of a longer run. Take more seeds.`,
  );
}

/** What is done to a target in so many minutes. Follows from the seed alone. */
export function blowsAt(target: Target, seed: number, minutes: number): Blow[] {
  const random = new Random(seed, targets.indexOf(target));
  const { perMinute, longestMs } = habits[target];
  const count = Math.round(perMinute * minutes);
  const slotMs = (minutes * minuteMs) / count;
  return Array.from({ length: count }, (_, index): Blow => {
    const atMs = Math.round(index * slotMs) + random.whole(0, Math.round(slotMs * 0.7));
    const act = random.chance(0.15) ? (target === 'redis' && random.chance(0.7) ? 'empty' : 'freeze') : 'kill';
    const times = act === 'kill' && services.includes(target) && random.chance(0.4) ? random.whole(1, 3) : 0;
    return {
      atMs,
      act,
      awayMs: random.whole(0, longestMs),
      againMs: Array.from({ length: times }, () => random.whole(50, 1_500)),
    };
  });
}

/** How many kills are in it. */
export function countKills(blows: readonly Blow[]): number {
  return blows.filter(({ act }) => act === 'kill').length + blows.reduce((sum, { againMs }) => sum + againMs.length, 0);
}
