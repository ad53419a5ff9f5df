import { divide, parseDecimal, subtract, toPlain } from '../../lib/decimal.ts';
import { latinDigits } from '../../lib/latin-digits.ts';

/** Amounts offered for a press, in US dollars of credit. */
const quickAmounts = [10, 50, 100, 500, 1000, 5000, 10_000];

/** What one order may be, in US dollars of credit. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** The quick amounts within the bounds. */
export function quickAmountsIn({ least, most }: Bounds): number[] {
  return quickAmounts.filter((amount) => amount >= least && amount <= most);
}

/** What the field holds at first. */
export function firstAmount(bounds: Bounds): string {
  return String(quickAmountsIn(bounds)[0] ?? bounds.least);
}

/** What was typed, when it is digits with an optional point and two digits behind it; else undefined: it is not taken. */
export function typedAmount(text: string): string | undefined {
  const plain = latinDigits(text).replaceAll(/[,\s]/g, '');
  return /^\d{0,9}(\.\d{0,2})?$/.test(plain) ? plain : undefined;
}

/** The amount once typing has ended: what is no amount, or too little, becomes the least. */
export function settledAmount(text: string, { least }: Bounds): string {
  const value = Number(text);
  return text === '' || Number.isNaN(value) || value < least ? String(least) : toPlain(parseDecimal(value) ?? zero);
}

const zero = { units: 0n, scale: 0 };

/** What the amount breaks, if anything. */
export function problemOf(text: string, { least, most }: Bounds): 'low' | 'high' | undefined {
  const value = Number(text);
  if (text === '' || Number.isNaN(value) || value < least) return 'low';
  return value > most ? 'high' : undefined;
}

/** By how many percent a factor makes things cheaper; below zero: dearer. Plain digits. */
export function percentOff(ratio: string): string {
  const factor = parseDecimal(ratio);
  if (factor === undefined) return '0';
  return toPlain(divide(subtract({ units: 1n, scale: 0 }, factor), { units: 1n, scale: 2 }, 2));
}
