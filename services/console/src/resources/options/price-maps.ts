import type { Schema } from '@switchyard/db';
import {
  cardsInForce,
  PriceTable,
  type RatioMapName,
  ratioMapText,
  readRatioMap,
  shippedCards,
  writeRatioMap,
} from '@switchyard/pricing';
import type { Kysely, Transaction } from 'kysely';
import { type Refusal, refuse } from '../../http/answer.ts';
import { type CardChange, lockCards, readStoredCards, storeCards } from './stored-cards.ts';

/** The option that shows one figure of all price cards, as JSON text. */
export async function readPriceMap(db: Kysely<Schema>, name: RatioMapName): Promise<string> {
  return ratioMapText(readRatioMap(name, cardsInForce(await allCards(db), Date.now())));
}

/** Makes the price cards show `wanted`. */
export async function writePriceMap(
  trx: Transaction<Schema>,
  name: RatioMapName,
  wanted: ReadonlyMap<string, string>,
): Promise<CardChange | Refusal> {
  await lockCards(trx);
  const now = Date.now();
  const changes = writeRatioMap(name, wanted, cardsInForce(await allCards(trx), now), cardsInForce(shippedCards, now));
  if ('error' in changes) return refuse(`${changes.error}.`);
  const removed = changes.remove.map((model) => [model, null] as const);
  return storeCards(trx, Object.fromEntries([...changes.store, ...removed]));
}

/** Shipped and own cards, successors included. */
export async function allCards(db: Kysely<Schema>) {
  return new PriceTable(await readStoredCards(db), new Map()).cards;
}
