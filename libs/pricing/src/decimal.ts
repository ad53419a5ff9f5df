/** Decimal texts as integers scaled by 10^12: exact, and wide enough for every price and ratio. */
const DECIMALS = 12;
export const ONE = 10n ** BigInt(DECIMALS);

/** Greatest price (USD) and ratio. */
export const MAX_DECIMAL = 1_000_000n * ONE;

/** A plain decimal from 0 to 1,000,000 with at most 12 decimals. */
export const DECIMAL_PATTERN = '^(?:(?:0|[1-9]\\d{0,5})(?:\\.\\d{1,12})?|1000000(?:\\.0{1,12})?)$';
const pattern = new RegExp(DECIMAL_PATTERN);

/** @throws RangeError unless the text is a plain decimal from 0 to 1,000,000 with at most 12 decimals. */
export function parseDecimal(text: string): bigint {
  if (!pattern.test(text)) throw new RangeError(`Not a decimal from 0 to 1000000 with at most 12 decimals: ${text}`);
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(DECIMALS, '0'));
}

/** The shortest text of a scaled integer, such as `2.5`. */
export function formatDecimal(scaled: bigint): string {
  const digits = scaled.toString().padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '');
  const whole = digits.slice(0, -DECIMALS);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Rounds half up; both at least 0, divisor above 0. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}
