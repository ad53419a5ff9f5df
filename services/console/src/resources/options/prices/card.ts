import { isDeepStrictEqual } from 'node:util';
import type { Database } from '@switchyard/db';
import { cardsInForce, type PriceCard, parseCard, shippedCards } from '@switchyard/pricing';
import type { Static } from 'typebox';
import type { Context } from '../../../context.ts';
import { type Refusal, refuse } from '../../../http/answer.ts';
import type { Actor } from '../../logs/write.ts';
import { overtaken, recordCards, type Versioned } from '../change.ts';
import { lastChange, priceCardsKey } from '../history.ts';
import { lockOptions } from '../stored.ts';
import { lockCards, storeCards } from '../stored-cards.ts';
import type { CardQuery, CardRemoval, CardView, CardWriting } from './schema.ts';

/** All that a model is sold by now. A stored card that nobody can read is shown as it is, to be mended. */
export async function readCard(db: Database, { model }: CardQuery): Promise<Static<typeof CardView>> {
  // The version first: a change in between then refuses what is saved, instead of being undone by it.
  const version = (await lastChange(db, priceCardsKey))?.id ?? 0;
  const own = await db.selectFrom('price_cards').select('card').where('model', '=', model).executeTakeFirst();
  const shipped = shippedCards.get(model);
  const card = own?.card ?? shipped;
  const parsed = parseCard(model, card);
  const shown = 'card' in parsed ? inForce(parsed.card) : card;
  return {
    model,
    ...(shown === undefined ? {} : { card: shown }),
    own: own !== undefined,
    shipped: shipped !== undefined,
    version,
  };
}

/** Sells a model by a card of the installation's own; one that says what is shipped is none, and follows upgrades. */
export async function saveCard(context: Context, actor: Actor, body: CardWriting): Promise<Versioned | Refusal> {
  const { model, card, version } = body;
  const parsed = parseCard(model, card);
  if ('error' in parsed) return refuse(`This card cannot be saved. ${parsed.error}.`);
  const shipped = shippedCards.get(model);
  const isShipped = shipped && [shipped, inForce(shipped)].some((other) => isDeepStrictEqual(other, parsed.card));
  return keep(context, actor, model, isShipped ? null : parsed.card, version);
}

/** Takes the installation's own card away: the shipped one holds again, and without one the model has no price. */
export function removeCard(context: Context, actor: Actor, { model, version }: CardRemoval) {
  return keep(context, actor, model, null, version);
}

async function keep(
  { db, options }: Context,
  actor: Actor,
  model: string,
  card: PriceCard | null,
  version: number | undefined,
): Promise<Versioned | Refusal> {
  const outcome = await db.transaction().execute(async (trx) => {
    await lockOptions(trx);
    await lockCards(trx);
    const last = await lastChange(trx, priceCardsKey);
    const refusal = overtaken(priceCardsKey, last, version);
    if (refusal) return refusal;
    const unchanged = { version: last?.id ?? 0 };
    const change = await storeCards(trx, { [model]: card });
    if (isDeepStrictEqual(change.before, change.after)) return unchanged;
    return (await recordCards(trx, actor, priceCardsKey, change)) ?? unchanged;
  });
  options.forget();
  return outcome;
}

function inForce(card: PriceCard): PriceCard | undefined {
  return cardsInForce(new Map([['', card]]), Date.now()).get('');
}
