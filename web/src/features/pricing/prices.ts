import { type Decimal, multiply, parseDecimal, round, toFixed } from '../../lib/decimal.ts';
import type { PriceCard } from './api.ts';

const digits = 4;
const mostDigits = 12;
const zero: Decimal = { units: 0n, scale: 0 };

/** A price in dollars with a group's ratio, 4 decimals; as many more as a tiny price needs. */
export function priceText(usd: string, ratio: number): string {
  const exact = multiply(parseDecimal(usd) ?? zero, parseDecimal(ratio) ?? zero);
  let shown = round(exact, digits);
  for (let more = digits + 1; shown.units === 0n && exact.units !== 0n && more <= mostDigits; more++) {
    shown = round(exact, more);
  }
  return `$${toFixed(shown)}`;
}

export const tokenPrices = [
  'input',
  'output',
  'cacheRead',
  'cacheWrite',
  'cacheWrite1h',
  'audioInput',
  'audioOutput',
  'imageInput',
  'imageOutput',
] as const;
export type TokenPrice = (typeof tokenPrices)[number];

/** The first of these that a card has is charged, and beats the prices of tokens. */
export const fixedPrices = ['perCall', 'perSecond', 'perMinute', 'perMillionCharacters'] as const;
export type FixedPrice = (typeof fixedPrices)[number];

/** What a card charges beside tokens; undefined when it charges tokens. */
export function fixedPriceOf(card: PriceCard): { readonly name: FixedPrice; readonly usd: string } | undefined {
  for (const name of fixedPrices) {
    const usd = card[name];
    if (usd !== undefined) return { name, usd };
  }
  return undefined;
}
