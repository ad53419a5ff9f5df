export interface Spending {
  /** Topped up, less what was paid back. */
  readonly paid: number;
  /** Credit from elsewhere: gifts, codes, earnings, adjustments. */
  readonly given: number;
  /** Consumption less refunds. */
  readonly used: number;
}

/** The part of what was used that was bought: what was given counts as spent first. */
export function coveredSpending({ paid, given, used }: Spending): number {
  return Math.max(0, Math.min(paid, used - Math.max(0, given)));
}

const percentDecimals = 1_000_000;

/** `percent` of an amount of quota, rounded down. */
export function rebateOf(quota: number, percent: number): number {
  const millionths = BigInt(Math.round(percent * percentDecimals));
  return Number((BigInt(quota) * millionths) / BigInt(100 * percentDecimals));
}
