import type { PriceReceipt, UsageTokens } from '@switchyard/contracts';
import { quantityOf } from './bounds.ts';
import { type CompiledPrice, compileCard } from './compile.ts';
import { extrasReceipt, usesRatesAlone } from './extras.ts';
import { parseCard } from './parse-card.ts';
import { appliedRates, inForce, price } from './price.ts';

/**
 * Every factor of `price(compiled, usage, atMs)`; `card.tier` names the tier unless it is the standard one.
 * @throws RangeError when the calls, seconds or characters to charge are missing or out of bounds.
 */
export function receipt(compiled: CompiledPrice, usage: UsageTokens, atMs: number): Readonly<PriceReceipt> {
  const current = inForce(compiled, atMs);
  const { unit } = current;
  const { receipt } = appliedRates(current, usage, atMs);
  if (unit === 'tokens' && usesRatesAlone(current, usage)) return receipt;
  const counted = unit === 'tokens' ? {} : { [unit]: quantityOf(unit, usage) };
  return { ...receipt, ...counted, ...extrasReceipt(current, usage) };
}

/** Stands for whatever the client asked for: a receipt has only the factors. */
const asked = 'asked';

/**
 * The charge again, from a log row alone.
 * @throws RangeError when the receipt names no valid price, or like `price`.
 */
export function recompute(receipt: PriceReceipt, usage: UsageTokens): number {
  return price(compileReceipt(receipt), countedUsage(receipt, usage), 0);
}

/**
 * The price that a receipt names, for a group's ratio: its own unless another is given.
 * @throws RangeError when the receipt names no valid price.
 */
export function compileReceipt(receipt: PriceReceipt, groupRatio = receipt.groupRatio): CompiledPrice {
  const { tier: _applied, ...prices } = receipt.card;
  const { sizeRatio, qualityRatio, serviceTierRatio, toolFees } = receipt;
  const parsed = parseCard('the receipt', {
    ...prices,
    ...(sizeRatio === undefined ? {} : { sizes: { [asked]: sizeRatio } }),
    ...(qualityRatio === undefined ? {} : { qualities: { [asked]: qualityRatio } }),
    ...(serviceTierRatio === undefined ? {} : { serviceTiers: { [asked]: serviceTierRatio } }),
    ...(toolFees === undefined ? {} : { toolFees }),
  });
  if ('error' in parsed) throw new RangeError(parsed.error);
  return compileCard(parsed.card, groupRatio);
}

/** The usage as its receipt counted it. */
export function countedUsage({ calls, seconds, characters }: PriceReceipt, usage: UsageTokens): UsageTokens {
  return {
    ...usage,
    ...(calls === undefined ? {} : { calls }),
    ...(seconds === undefined ? {} : { seconds }),
    ...(characters === undefined ? {} : { characters }),
    size: asked,
    quality: asked,
    serviceTier: asked,
  };
}
