import type { PriceCard } from './card.ts';

/** The cards that hold at an instant, in milliseconds since the epoch: successors whose day has come take the place of their cards. */
export function cardsInForce(cards: ReadonlyMap<string, PriceCard>, atMs: number): ReadonlyMap<string, PriceCard> {
  return new Map([...cards].map(([model, card]) => [model, cardInForce(card, atMs)]));
}

function cardInForce(card: PriceCard, atMs: number): PriceCard {
  if (card.next === undefined || atMs < Date.parse(card.next.from)) return card;
  const { from: _passed, ...successor } = card.next;
  return successor;
}
