import type { CompiledPrice } from '@switchyard/pricing';

/** A price without tiers by the length of a prompt: that of a session is the sum of many. */
export function flatPrice(price: CompiledPrice): CompiledPrice {
  const { next } = price;
  return { ...price, longContext: null, next: next && { ...next, price: flatPrice(next.price) } };
}
