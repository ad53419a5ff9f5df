/** An exact decimal: `units` / 10^`scale`. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

const pattern = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Reads `12`, `-0.25`, `1e-7` and numbers; undefined for anything else. */
export function parseDecimal(value: string | number): Decimal | undefined {
  const match = pattern.exec(String(value).trim());
  if (match === null) return undefined;
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] = match;
  const digits = BigInt(`${sign}${whole}${fraction}`);
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { units: digits, scale } : { units: digits * 10n ** BigInt(-scale), scale: 0 };
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale };
}

function rescale(value: Decimal, scale: number): bigint {
  return value.units * 10n ** BigInt(scale - value.scale);
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: rescale(a, scale) + rescale(b, scale), scale };
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, { units: -b.units, scale: b.scale });
}

function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n;
  const top = numerator < 0n ? -numerator : numerator;
  const bottom = denominator < 0n ? -denominator : denominator;
  const rounded = (2n * top + bottom) / (2n * bottom);
  return negative ? -rounded : rounded;
}

/** Quotient with so many digits after the point, half up away from zero. */
export function divide(a: Decimal, b: Decimal, digits: number): Decimal {
  return {
    units: divideHalfUp(a.units * 10n ** BigInt(digits + b.scale), b.units * 10n ** BigInt(a.scale)),
    scale: digits,
  };
}

export function round(value: Decimal, digits: number): Decimal {
  if (value.scale <= digits) return { units: rescale(value, digits), scale: digits };
  return { units: divideHalfUp(value.units, 10n ** BigInt(value.scale - digits)), scale: digits };
}

/** Plain digits, as many after the point as the scale says: `{ units: 1250n, scale: 3 }` gives `1.250`. */
export function toFixed(value: Decimal): string {
  const negative = value.units < 0n;
  const digits = (negative ? -value.units : value.units).toString().padStart(value.scale + 1, '0');
  const whole = digits.slice(0, digits.length - value.scale);
  const fraction = digits.slice(digits.length - value.scale);
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Like toFixed without trailing zeros: `1.250` gives `1.25`. */
export function toPlain(value: Decimal): string {
  const text = toFixed(value);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
