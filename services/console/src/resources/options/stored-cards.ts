import type { Schema } from '@switchyard/db';
import type { PriceCard } from '@switchyard/pricing';
import { type Kysely, sql, type Transaction } from 'kysely';

/** Cards to keep by model; null takes the own card away, so that the shipped one holds. */
export type CardsByModel = Readonly<Record<string, PriceCard | null>>;

export interface CardChange {
  readonly before: CardsByModel;
  readonly after: CardsByModel;
}

/** Keeps others from changing prices until the transaction ends: new cards are worked out from the present ones. */
export async function lockCards(trx: Transaction<Schema>): Promise<void> {
  await sql`LOCK TABLE price_cards IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
}

/** The installation's own cards. */
export async function readStoredCards(db: Kysely<Schema>): Promise<{ model: string; card: Record<string, unknown> }[]> {
  return db.selectFrom('price_cards').select(['model', 'card']).orderBy('model').execute();
}

/** Writes cards and answers what that changed, for the history. */
export async function storeCards(trx: Transaction<Schema>, wanted: CardsByModel): Promise<CardChange> {
  const models = Object.keys(wanted);
  const present = new Map((await readStoredCards(trx)).map(({ model, card }) => [model, card as PriceCard]));
  const before = Object.fromEntries(models.map((model) => [model, present.get(model) ?? null]));
  const removed = models.filter((model) => wanted[model] === null);
  if (removed.length > 0) await trx.deleteFrom('price_cards').where('model', 'in', removed).execute();
  const rows = models
    .filter((model) => wanted[model] !== null)
    .map((model) => ({ model, card: JSON.stringify(wanted[model]) }));
  if (rows.length > 0) {
    await trx
      .insertInto('price_cards')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('model').doUpdateSet({ card: sql`excluded.card`, updated_at: sql`now()` }),
      )
      .execute();
  }
  return { before, after: wanted };
}
