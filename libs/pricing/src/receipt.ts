import type { PriceReceipt, UsageTokens } from '@switchyard/contracts';
import { parseCard } from './card.ts';
import { type CompiledPrice, compileCard } from './compile.ts';
import { appliedRates, boundedQuantity, price } from './price.ts';

/** Every factor of `price(compiled, tokens, atMs, quantity)`; `card.tier` names the tier unless it is the standard one. */
export function receipt(
  compiled: CompiledPrice,
  tokens: UsageTokens,
  atMs: number,
  quantity?: number,
): Readonly<PriceReceipt> {
  const { receipt } = appliedRates(compiled, tokens.prompt, atMs);
  if (compiled.unit === 'tokens') return receipt;
  return { ...receipt, [compiled.unit]: boundedQuantity(compiled, quantity) };
}

/**
 * The charge again, from a log row alone.
 * @throws RangeError when the receipt names no valid price, or like `price`.
 */
export function recompute(receipt: PriceReceipt, tokens: UsageTokens): number {
  const { tier: _applied, ...prices } = receipt.card;
  const parsed = parseCard('the receipt', prices);
  if ('error' in parsed) throw new RangeError(parsed.error);
  return price(compileCard(parsed.card, receipt.groupRatio), tokens, 0, receipt.calls ?? receipt.seconds);
}
