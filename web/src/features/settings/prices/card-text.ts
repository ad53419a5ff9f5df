import { type JsonObject, parseJsonObject } from '../../../lib/json-text.ts';

/** Parts of a price card that an example shows how to write. */
export const cardParts = ['serviceTiers', 'offPeak', 'next'] as const;
export type CardPart = (typeof cardParts)[number];

const fixedPrices: ReadonlySet<string> = new Set(['perCall', 'perSecond', 'perMinute', 'perMillionCharacters']);

const examples: Record<CardPart, (card: JsonObject, nowMs: number) => object> = {
  serviceTiers: () => ({ priority: '2', flex: '0.5' }),
  // It names the same token prices as its card, which are given as texts.
  offPeak: (card) => ({
    ...{ peakHoursUtc: ['08:00-20:00'], peakDays: 'Mon-Fri' },
    ...Object.fromEntries(Object.entries(card).filter(([name, value]) => isTokenPrice(name, value))),
  }),
  // Nothing is inherited.
  next: ({ next: _replaced, ...card }, nowMs) => ({ from: firstOfNextMonth(nowMs), ...card }),
};

/** The text of a card to edit; blank where there is none. */
export function cardText(card: unknown): string {
  return card === undefined ? '' : JSON.stringify(card, null, 2);
}

/** The text with an example of one part, made of the card's own prices; undefined when the text is no JSON object. */
export function withExample(text: string, part: CardPart, nowMs: number): string | undefined {
  const card = parseJsonObject(text);
  return card && cardText({ ...card, [part]: examples[part](card, nowMs) });
}

function isTokenPrice(name: string, value: unknown): boolean {
  return typeof value === 'string' && !fixedPrices.has(name);
}

/** A day (UTC), such as `2026-12-01`. */
function firstOfNextMonth(nowMs: number): string {
  const now = new Date(nowMs);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
}
