import type { PriceReceipt, UsageTokens } from '@switchyard/contracts';
import { boundedToolCalls } from './bounds.ts';
import { type CompiledPrice, QUOTA_PER_USD } from './compile.ts';
import { formatDecimal, ONE } from './decimal.ts';
import { factorOf } from './factors.ts';

type Asked = Pick<UsageTokens, 'size' | 'quality' | 'serviceTier' | 'toolCalls'>;

/** What counts times rates are multiplied by, and what is added in quota; as fractions. */
export interface Extras {
  readonly factor: Fraction;
  readonly fees: Fraction;
}

interface Fraction {
  readonly dividend: bigint;
  readonly divisor: bigint;
}

export const noExtras: Extras = { factor: { dividend: 1n, divisor: 1n }, fees: { dividend: 0n, divisor: 1n } };

/** Whether a charge is counts times rates and nothing else, as for all requests that use tokens alone. */
export function usesRatesAlone(compiled: CompiledPrice, asked: Asked): boolean {
  return (
    asked.toolCalls === undefined &&
    compiled.factors === null &&
    (compiled.serviceTiers === null || asked.serviceTier === undefined)
  );
}

/**
 * The factors and fees of what was asked for.
 * @throws RangeError when a tool was called a negative, fractional or absurd number of times.
 */
export function extrasOf(compiled: CompiledPrice, asked: Asked): Extras {
  const { size, quality, serviceTier } = factorsOf(compiled, asked);
  let fees = 0n;
  for (const [tool, count] of Object.entries(asked.toolCalls ?? {})) {
    fees += BigInt(boundedToolCalls(count)) * (compiled.toolFees.get(tool) ?? 0n);
  }
  return {
    factor: { dividend: size * quality * serviceTier, divisor: ONE * ONE * ONE },
    fees: { dividend: fees * compiled.groupRatio * QUOTA_PER_USD, divisor: 1000n * ONE * ONE },
  };
}

/** The same for a receipt: the factors that are not 1, and the fees of the tools that were called. */
export function extrasReceipt(
  compiled: CompiledPrice,
  asked: Asked,
): Pick<PriceReceipt, 'sizeRatio' | 'qualityRatio' | 'serviceTierRatio' | 'toolFees'> {
  const { size, quality, serviceTier } = factorsOf(compiled, asked);
  const fees = Object.keys(asked.toolCalls ?? {}).flatMap((tool) => {
    const fee = compiled.toolFees.get(tool);
    return fee === undefined ? [] : [[tool, formatDecimal(fee)]];
  });
  return {
    ...(size === ONE ? {} : { sizeRatio: formatDecimal(size) }),
    ...(quality === ONE ? {} : { qualityRatio: formatDecimal(quality) }),
    ...(serviceTier === ONE ? {} : { serviceTierRatio: formatDecimal(serviceTier) }),
    ...(fees.length === 0 ? {} : { toolFees: Object.fromEntries(fees) }),
  };
}

function factorsOf(compiled: CompiledPrice, { size, quality, serviceTier: tier }: Asked) {
  const serviceTier = tierFactor(compiled, tier);
  if (compiled.factors === null) return { size: ONE, quality: ONE, serviceTier };
  const { sizes, qualities } = compiled.factors;
  const both = size === undefined || quality === undefined ? undefined : `${quality} ${size}`;
  return { size: factorOf(sizes, size), quality: factorOf(qualities, both, quality), serviceTier };
}

/** The factor of a tier of service, scaled by 10^12; 1 for one that the price does not name. */
export function tierFactor({ serviceTiers }: CompiledPrice, tier: string | undefined): bigint {
  return (tier === undefined ? undefined : serviceTiers?.get(tier)) ?? ONE;
}
