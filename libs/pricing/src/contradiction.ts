import { factorNames, fixedPriceNames, type PriceCard, tiers, tokenPriceNames } from './card.ts';
import { unitOf } from './unit.ts';

/** What a card of the right shape says against itself, in words for who wrote it; undefined when nothing. */
export function contradiction(card: PriceCard): string | undefined {
  const { next, ...now } = card;
  const present = contradictionOf(now);
  if (present !== undefined || next === undefined) return present;
  const { from, ...later } = next;
  if (!isDay(from)) return 'next.from must be a day such as 2026-12-01';
  const future = contradictionOf(later);
  if (future !== undefined) return `next: ${future}`;
  return unitOf(later) === unitOf(now) ? undefined : 'next must be priced by the same unit as the card';
}

function contradictionOf(card: Omit<PriceCard, 'next'>): string | undefined {
  const named = tokenPriceNames.filter((name) => card[name] !== undefined);
  const fixed = fixedPriceNames.filter((name) => card[name] !== undefined && name !== 'perCall');
  const isFixed = card.perCall !== undefined || fixed.length > 0;
  if (named.length === 0 && !isFixed) return 'the card has no price; give input and output, or perCall';
  if (named.length > 0 && (card.input === undefined || card.output === undefined))
    return 'input and output are both needed when a model is priced by tokens';
  if (fixed.length > 1) return `${fixed.join(' and ')} exclude each other`;
  if (named.length > 0 && card.perMillionCharacters !== undefined)
    return 'perMillionCharacters and token prices exclude each other';
  const factor = factorNames.find((name) => card[name] !== undefined);
  if (factor !== undefined && !isFixed) return `${factor} need a price to multiply, such as perCall`;
  if (card.longContext !== undefined && card.offPeak !== undefined) return 'longContext and offPeak exclude each other';
  if (card.offPeak?.peakHoursUtc.some((window) => window.slice(0, 5) >= window.slice(6)))
    return 'offPeak.peakHoursUtc must end later than they start; split a window at midnight';
  for (const tier of tiers) {
    const prices = card[tier];
    const odd = prices && tokenPriceNames.find((name) => (prices[name] === undefined) !== (card[name] === undefined));
    if (odd !== undefined) return `${tier} must name the same token prices as the card, but differs in ${odd}`;
  }
  return undefined;
}

function isDay(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
