import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { cardsInForce, type PriceCard } from '@switchyard/pricing';
import type { ReadModel } from './litellm.ts';

export interface PriceDifference {
  readonly name: string;
  /** USD as decimal texts; undefined where one of the cards has no such price. */
  readonly before?: string;
  readonly after?: string;
}

export interface ModelDifference extends ReadModel {
  readonly state: 'new' | 'changed';
  readonly prices: readonly PriceDifference[];
}

/** Models of the map that would cost something else than now, or that have no price yet. */
export function differences(
  wanted: readonly ReadModel[],
  present: ReadonlyMap<string, PriceCard>,
  nowMs: number,
): ModelDifference[] {
  const inForce = cardsInForce(present, nowMs);
  return wanted.flatMap((read) => {
    const card = inForce.get(read.model);
    const merged = card ? { ...read, card: keepingOwn(card, read.card) } : read;
    if (card && isDeepStrictEqual(flat(card), flat(merged.card))) return [];
    return [{ ...merged, state: card ? 'changed' : 'new', prices: pricesOf(card, merged.card) } as const];
  });
}

/** The same comparison has the same digest, in whatever order, so that what is applied is what was looked at. */
export function digestOf(models: readonly ModelDifference[]): string {
  const seen = models.map(({ model, card, prices }) =>
    JSON.stringify([model, [...flat(card)].sort(), prices.map(({ name, before }) => [name, before ?? null]).sort()]),
  );
  return createHash('sha256').update(seen.sort().join('\n')).digest('hex');
}

/** What a map never names stays: factors by size and quality, and fees of tools. */
function keepingOwn(card: PriceCard, read: PriceCard): PriceCard {
  const { sizes, qualities, toolFees } = card;
  const isFixed = read.perCall !== undefined || read.perSecond !== undefined;
  return {
    ...read,
    ...(isFixed && sizes ? { sizes } : {}),
    ...(isFixed && qualities ? { qualities } : {}),
    ...(toolFees ? { toolFees } : {}),
  };
}

function pricesOf(before: PriceCard | undefined, after: PriceCard): PriceDifference[] {
  const [old, next] = [flat(before ?? {}), flat(after)];
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((name) => {
    const [was, becomes] = [old.get(name), next.get(name)];
    if (was === becomes) return [];
    return [
      { name, ...(was === undefined ? {} : { before: was }), ...(becomes === undefined ? {} : { after: becomes }) },
    ];
  });
}

/** Prices by their path, such as `longContext.input`. */
function flat(card: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(card).flatMap(([name, value]): [string, string][] =>
      typeof value === 'object' && !Array.isArray(value)
        ? [...flat(value, `${path}${name}.`)]
        : [[path + name, String(value)]],
    ),
  );
}
