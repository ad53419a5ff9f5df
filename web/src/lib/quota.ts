import { divide, multiply, parseDecimal, round, toFixed } from './decimal.ts';

/** How the site shows quota: as currency (`quotaPerUnit` quota is one dollar) or as a compact count. */
export interface QuotaDisplay {
  readonly quotaPerUnit: number;
  readonly inCurrency: boolean;
}

const thousandsSteps = [
  { above: 1e9, suffix: 'B' },
  { above: 1e6, suffix: 'M' },
  { above: 1e4, suffix: 'k', divisor: 1e3 },
] as const;

function grouped(digits: string): string {
  const [whole = '', fraction] = digits.split('.');
  const spaced = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return fraction === undefined ? spaced : `${spaced}.${fraction}`;
}

function currency(quota: number, quotaPerUnit: number, digits: number): string {
  const unit = parseDecimal(quotaPerUnit);
  const amount = parseDecimal(Math.trunc(quota));
  if (unit === undefined || amount === undefined || unit.units === 0n) return '$0.00';
  const text = toFixed(divide(amount, unit, digits));
  return text.startsWith('-') ? `-$${grouped(text.slice(1))}` : `$${grouped(text)}`;
}

function compactCount(quota: number): string {
  const size = Math.abs(quota);
  const step = thousandsSteps.find((candidate) => size > candidate.above);
  if (step === undefined) return String(quota);
  const divisor = 'divisor' in step ? step.divisor : step.above;
  return `${(quota / divisor).toFixed(1)}${step.suffix}`;
}

/** `$12.34` with currency display on, else a count: k above 10 thousand, M above 1 million, B above 1 billion. */
export function formatQuota(quota: number, display: QuotaDisplay): string {
  return display.inCurrency ? currency(quota, display.quotaPerUnit, 2) : compactCount(quota);
}

/** Cost of one request: always currency with 6 decimals. */
export function formatCost(quota: number, quotaPerUnit: number): string {
  return currency(quota, quotaPerUnit, 6);
}

/** Dollars as typed (`12.5`) to whole quota; undefined when the text is no number. */
export function quotaFromCurrency(text: string | number, quotaPerUnit: number): number | undefined {
  const amount = parseDecimal(text);
  const unit = parseDecimal(quotaPerUnit);
  if (amount === undefined || unit === undefined) return undefined;
  return Number(round(multiply(amount, unit), 0).units);
}

/** Whole quota to plain dollars for an input field, exact to 6 decimals. */
export function currencyFromQuota(quota: number, quotaPerUnit: number): string {
  const amount = parseDecimal(quota);
  const unit = parseDecimal(quotaPerUnit);
  if (amount === undefined || unit === undefined || unit.units === 0n) return '0';
  return toFixed(divide(amount, unit, 6)).replace(/\.?0+$/, '');
}

/** What was typed into a field for amounts (dollars or quota, as the site shows them) as whole quota. */
export function quotaFromAmount(text: string, display: QuotaDisplay): number | undefined {
  return quotaFromCurrency(text, display.inCurrency ? display.quotaPerUnit : 1);
}

/** The opposite of `quotaFromAmount`. */
export function amountFromQuota(quota: number, display: QuotaDisplay): string {
  return display.inCurrency ? currencyFromQuota(quota, display.quotaPerUnit) : String(quota);
}
