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
import { type Kysely, sql, type Transaction } from 'kysely';
import { type Refusal, refuse } from '../../http/answer.ts';

/** The option that shows one figure of all price cards, as JSON text. */
export async function readPriceMap(db: Kysely<Schema>, name: RatioMapName): Promise<string> {
  return ratioMapText(readRatioMap(name, cardsInForce(await cards(db), Date.now())));
}

/** Makes the price cards show `wanted`. Holds the table, since the new cards are worked out from the present ones. */
export async function writePriceMap(
  trx: Transaction<Schema>,
  name: RatioMapName,
  wanted: ReadonlyMap<string, string>,
): Promise<null | Refusal> {
  await sql`LOCK TABLE price_cards IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
  const now = Date.now();
  const present = cardsInForce(await cards(trx), now);
  const changes = writeRatioMap(name, wanted, present, cardsInForce(shippedCards, now));
  if ('error' in changes) return refuse(changes.error);
  if (changes.remove.length > 0) await trx.deleteFrom('price_cards').where('model', 'in', changes.remove).execute();
  const rows = [...changes.store].map(([model, card]) => ({ model, card: JSON.stringify(card) }));
  if (rows.length > 0) {
    await trx
      .insertInto('price_cards')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('model').doUpdateSet({ card: sql`excluded.card`, updated_at: sql`now()` }),
      )
      .execute();
  }
  return null;
}

async function cards(db: Kysely<Schema>) {
  const stored = await db.selectFrom('price_cards').select(['model', 'card']).execute();
  return new PriceTable(stored, new Map()).cards;
}
