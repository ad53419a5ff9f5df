import { divide, multiply, parseDecimal, round, toFixed } from '../../lib/decimal.ts';

/** A coin on a network: what it takes at least, and how many of it are a dollar. */
export interface CoinTerms {
  readonly min_amount: number;
  readonly conversion_rate: number;
}

const coinDigits = 8;

/** About how many coins an amount of dollars is; undefined while it is no amount. Plain digits. */
export function coinsFor(usd: string, { conversion_rate: rate }: CoinTerms): string | undefined {
  const [amount, course] = [parseDecimal(usd), parseDecimal(rate)];
  if (amount === undefined || course === undefined) return undefined;
  return toFixed(round(multiply(amount, course), coinDigits)).replace(/\.?0+$/, '');
}

/** Whether an amount of dollars is less than the coin takes. */
export function isTooLow(usd: string, { min_amount: least, conversion_rate: rate }: CoinTerms): boolean {
  const [amount, course, minimum] = [parseDecimal(usd), parseDecimal(rate), parseDecimal(least)];
  if (amount === undefined || course === undefined || minimum === undefined) return true;
  const scale = amount.scale + course.scale;
  const coins = multiply(amount, course).units * 10n ** BigInt(minimum.scale);
  return coins < minimum.units * 10n ** BigInt(scale);
}

/** The least amount in dollars, to the cent, rounded up. */
export function leastDollars({ min_amount: least, conversion_rate: rate }: CoinTerms): string {
  const [minimum, course] = [parseDecimal(least), parseDecimal(rate)];
  if (minimum === undefined || course === undefined || course.units === 0n) return '0';
  const exact = divide(minimum, course, coinDigits);
  const cent = 10n ** BigInt(coinDigits - 2);
  return toFixed({ units: (exact.units + cent - 1n) / cent, scale: 2 });
}
