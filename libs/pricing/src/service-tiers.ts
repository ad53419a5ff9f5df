import type { CompiledPrice } from './compile.ts';
import { ONE } from './decimal.ts';
import { tierFactor } from './extras.ts';
import { inForce } from './price.ts';

/** Whether the price that holds at an instant has a factor for a tier of service. */
export function namesServiceTier(compiled: CompiledPrice, tier: string, atMs: number): boolean {
  return inForce(compiled, atMs).serviceTiers?.has(tier) === true;
}

/**
 * The tier to charge for a request that asked for one: what its answer names, but nothing dearer than what was held for,
 * which is the greater of the asked tier and the standard one. undefined: the standard one. `atMs` is the start of the
 * request.
 */
export function chargedServiceTier(
  compiled: CompiledPrice,
  asked: string,
  told: string | undefined,
  atMs: number,
): string | undefined {
  const current = inForce(compiled, atMs);
  const named = (tier: string) => (current.serviceTiers?.has(tier) ? tier : undefined);
  if (told === undefined) return named(asked);
  const [most, factor] = [tierFactor(current, asked), tierFactor(current, told)];
  if (factor <= ONE || factor <= most) return named(told);
  return most > ONE ? asked : undefined;
}
