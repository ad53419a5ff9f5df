import type { PriceReceipt, UsageTokens } from '@switchyard/contracts';
import { quantityOf } from './bounds.ts';
import { place, QUOTA_PER_USD } from './compile.ts';
import { divideHalfUp, formatDecimal, ONE, parseDecimal } from './decimal.ts';
import { extrasOf } from './extras.ts';
import { counts } from './price.ts';
import { compileReceipt, countedUsage } from './receipt.ts';

/** One line of a charge: so many things at a price. */
export interface ChargeStep {
  /** As the card calls the price; of a tool that the provider ran, its name. */
  readonly name: string;
  readonly count: number;
  /** USD for `per` of them, as a decimal text. */
  readonly price: string;
  readonly per: number;
  /** Quota with all factors, as a decimal text of at most 12 decimals; rounding comes after the sum. */
  readonly quota: string;
}

const fixed = {
  perCall: { per: 1 },
  perSecond: { per: 1 },
  perMinute: { per: 60 },
  perMillionCharacters: { per: 1_000_000 },
} as const;

/**
 * How `recompute(receipt, usage)` comes about, line by line, and the sum before it is rounded half up (and to at least
 * 1).
 * @throws RangeError like `recompute`.
 */
export function chargeSteps(receipt: PriceReceipt, usage: UsageTokens): { steps: ChargeStep[]; sum: string } {
  // Without the group's ratio, rates are prices.
  const compiled = compileReceipt(receipt, '1');
  const asCounted = countedUsage(receipt, usage);
  const { exact, half } = compiled.standard;
  const quantities = counts(asCounted, quantityOf(compiled.unit, asCounted));
  const { factor } = extrasOf(compiled, asCounted);
  const groupRatio = parseDecimal(receipt.groupRatio);
  const steps: (ChargeStep & { readonly scaled: bigint })[] = [];
  for (const [name, at] of Object.entries(place)) {
    const count = quantities[at] ?? 0;
    const rate = exact[at] ?? 0n;
    const { name: shown, per } = at === place.quantity ? fixedOf(receipt) : { name, per: 1_000_000 };
    if (count === 0 || (at === place.quantity) !== (compiled.unit !== 'tokens')) continue;
    const price = formatDecimal(divideHalfUp(rate * BigInt(per) * ONE, 2n * half * QUOTA_PER_USD));
    const scaled = divideHalfUp(BigInt(count) * rate * groupRatio * factor.dividend, 2n * half * factor.divisor);
    steps.push({ name: shown, count, price, per, quota: formatDecimal(scaled), scaled });
  }
  for (const [tool, count] of Object.entries(usage.toolCalls ?? {})) {
    const fee = receipt.toolFees?.[tool];
    if (fee === undefined) continue;
    const scaled = divideHalfUp(BigInt(count) * parseDecimal(fee) * QUOTA_PER_USD * groupRatio, 1000n * ONE);
    steps.push({ name: tool, count, price: fee, per: 1000, quota: formatDecimal(scaled), scaled });
  }
  const sum = formatDecimal(steps.reduce((total, { scaled }) => total + scaled, 0n));
  return { steps: steps.map(({ scaled: _exact, ...step }) => step), sum };
}

function fixedOf({ card }: PriceReceipt): { name: string; per: number } {
  const name = Object.keys(fixed).find((candidate) => card[candidate] !== undefined) as keyof typeof fixed | undefined;
  return name === undefined ? { name: 'perCall', per: 1 } : { name, per: fixed[name].per };
}
