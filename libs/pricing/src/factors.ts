import { ONE, parseDecimal } from './decimal.ts';

/** Factors of a price by what a client may ask for, scaled by 10^12. */
export interface Factors {
  readonly named: ReadonlyMap<string, bigint>;
  readonly dearest: bigint;
}

/**
 * Factors out of decimal texts by name.
 * @throws RangeError when a text is no decimal from 0 to 1,000,000.
 */
export function compileFactors(texts: Readonly<Record<string, string>>): Factors {
  const named = new Map(Object.entries(texts).map(([name, factor]) => [name, parseDecimal(factor)]));
  return { named, dearest: [...named.values()].reduce(greater, ONE) };
}

/**
 * The factor of the first name that the card has. Nothing asked for is 1; what the card does not name costs its dearest,
 * so that no spelling of a dear size is cheap.
 */
export function factorOf(factors: Factors | null, ...names: readonly (string | undefined)[]): bigint {
  if (factors === null || names.every((name) => name === undefined)) return ONE;
  for (const name of names) {
    const factor = name === undefined ? undefined : factors.named.get(name);
    if (factor !== undefined) return factor;
  }
  return factors.dearest;
}

function greater(a: bigint, b: bigint): bigint {
  return a < b ? b : a;
}
