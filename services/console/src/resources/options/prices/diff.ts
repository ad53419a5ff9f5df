import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { cardsInForce, fixedPriceNames, type PriceCard, parseCard, tokenPriceNames } from '@switchyard/pricing';
import type { ReadModel } from './litellm.ts';

type OffPeak = NonNullable<PriceCard['offPeak']>;

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
    const merged = card ? { ...read, card: keepingOwn(card, read) } : read;
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

/** What a map never names stays: factors, fees of tools, cheaper hours, and the prices of a later day. */
function keepingOwn(
  { sizes, qualities, serviceTiers, toolFees, offPeak, next }: PriceCard,
  { model, card: read }: ReadModel,
): PriceCard {
  const isFixed = fixedPriceNames.some((name) => read[name] !== undefined);
  const card = {
    ...read,
    ...(isFixed && sizes ? { sizes } : {}),
    ...(isFixed && qualities ? { qualities } : {}),
    ...(serviceTiers ? { serviceTiers } : {}),
    ...(toolFees ? { toolFees } : {}),
    ...(!isFixed && !read.longContext && offPeak ? { offPeak: cheaperHours(offPeak, read) } : {}),
  };
  // Prices of a later day by another unit than the map's cannot stay: the comparison shows that they go.
  const parsed = next && parseCard(model, { ...card, next });
  return parsed && 'card' in parsed ? parsed.card : card;
}

/** A tier names the same prices as its card: what the map adds costs the same at all hours. */
function cheaperHours(offPeak: OffPeak, read: PriceCard): OffPeak {
  const { peakHoursUtc, peakDays } = offPeak;
  const names = tokenPriceNames.filter((name) => read[name] !== undefined);
  const prices = Object.fromEntries(names.map((name) => [name, offPeak[name] ?? read[name]]));
  return { peakHoursUtc, peakDays, ...prices };
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
