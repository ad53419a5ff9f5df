import type { UsageTokens } from '@switchyard/contracts';
import type { Unit } from './unit.ts';

/** Greatest charge of one request, in quota. */
export const MAX_CHARGE = 1e15;
export const MAX_TOKENS = 1e12;
const MAX_CALLS = 10_000;
const MAX_SECONDS = 100_000;
const MAX_CHARACTERS = 1_000_000;

/** @throws RangeError unless the count is a whole number from 0 to the limit. */
export function bounded(count: number, limit: number, name: string): number {
  if (count >= 0 && count <= limit && Math.floor(count) === count) return count;
  throw new RangeError(`${name} must be a whole number from 0 to ${limit}, not ${count}`);
}

/** Calls of one tool. */
export function boundedToolCalls(count: number): number {
  return bounded(count, MAX_CALLS, 'Tool calls');
}

/**
 * Calls, seconds or characters to charge; 0 when tokens are. A price in seconds or characters needs the count.
 * @throws RangeError when it is missing, or is no whole number within its limit.
 */
export function quantityOf(unit: Unit, usage: Pick<UsageTokens, 'calls' | 'seconds' | 'characters'>): number {
  switch (unit) {
    case 'tokens':
      return 0;
    case 'calls':
      return bounded(usage.calls ?? 1, MAX_CALLS, 'Calls');
    case 'seconds':
      return bounded(usage.seconds ?? Number.NaN, MAX_SECONDS, 'Seconds');
    case 'characters':
      return bounded(usage.characters ?? Number.NaN, MAX_CHARACTERS, 'Characters');
  }
}
