/** Digits after the point of the currencies in which we charge (ISO 4217). Others are refused. */
const exponents: Readonly<Record<string, number>> = { USD: 2, CNY: 2, HKD: 2, GBP: 2, EUR: 2, JPY: 0, KRW: 0 };

const scaleDigits = 12;
const scale = 10n ** BigInt(scaleDigits);
const plain = /^(\d{1,12})(?:\.(\d{1,12}))?$/;

/** An exact decimal: units of 1e-12. */
export type Scaled = bigint;

/** Reads digits with an optional point; no sign, exponent or spaces. Undefined when it is none, or finer than 1e-12. */
export function parseDecimal(text: string): Scaled | undefined {
  const [, whole, fraction = ''] = plain.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return BigInt(whole) * scale + BigInt(fraction.padEnd(scaleDigits, '0'));
}

/** The shortest text of a decimal: `10.50` is `10.5`. */
export function formatDecimal(value: Scaled): string {
  const fraction = fractionOf(value);
  return `${value / scale}${fraction && `.${fraction}`}`;
}

/** How many digits stand after the point, without zeros at the end. */
export function decimalsOf(value: Scaled): number {
  return fractionOf(value).length;
}

function fractionOf(value: Scaled): string {
  return (value % scale).toString().padStart(scaleDigits, '0').replace(/0+$/, '');
}

/** An amount in minor units (cents) as processors write it: `7300` in CNY is `73.00`. Throws for a currency we do not know. */
export function formatMinor(minor: bigint, currency: string): string {
  const digits = exponentOf(currency);
  const text = minor.toString().padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** The amount in minor units that a processor wrote; undefined when it is no amount of this currency. Throws for a currency we do not know. */
export function parseMinor(text: string, currency: string): bigint | undefined {
  const value = parseDecimal(text);
  if (value === undefined || decimalsOf(value) > exponentOf(currency)) return undefined;
  return (value * 10n ** BigInt(exponentOf(currency))) / scale;
}

/** The product of decimals, in minor units of the currency, rounded up. Throws for a currency we do not know. */
export function ceilMinor(currency: string, first: Scaled, ...others: readonly Scaled[]): bigint {
  const product = others.reduce((left, right) => left * right, first) * 10n ** BigInt(exponentOf(currency));
  const divisor = scale ** BigInt(others.length + 1);
  return (product + divisor - 1n) / divisor;
}

/** A decimal times a whole number, rounded down to a whole one. Throws RangeError when the factor is not whole. */
export function floorTimes(value: Scaled, factor: number): bigint {
  return (value * BigInt(factor)) / scale;
}

/** Math.min for bigints. */
export function min(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

/** Math.max for bigints. */
export function max(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}

function exponentOf(currency: string): number {
  const exponent = exponents[currency];
  if (exponent === undefined) throw new Error(`${currency} is no currency in which we charge`);
  return exponent;
}
