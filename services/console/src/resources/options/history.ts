import type { OptionKey } from '@switchyard/contracts';
import type { Schema } from '@switchyard/db';
import { isRatioMapName, ratioMapNames } from '@switchyard/pricing';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Page } from '../../http/page.ts';
import type { Actor } from '../logs/write.ts';

/** Price cards that were imported, written whole or reset: no option shows all of a card. */
export const priceCardsKey = 'PriceCards';
export type ChangedKey = OptionKey | typeof priceCardsKey;
export type ChangeRow = Selectable<Schema['option_history']>;

export interface Change {
  readonly key: ChangedKey;
  /** null: secret. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Keeps a change; its id is the setting's version. */
export async function recordChange(
  trx: Transaction<Schema>,
  actor: Actor,
  { key, before, after }: Change,
): Promise<number> {
  const { id } = await trx
    .insertInto('option_history')
    .values({ key, old_value: before, new_value: after, actor: actor.username })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export function findChange(db: Kysely<Schema>, id: number): Promise<ChangeRow | undefined> {
  return db.selectFrom('option_history').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Whether changes of the key are changes of price cards. */
export function showsCards(key: string): boolean {
  return key === priceCardsKey || isRatioMapName(key);
}

/**
 * The settings whose changes make a key's version. The price maps show the same cards and are written whole, so that a
 * change of one, or an import, makes what was read of the others old.
 */
export function versionedWith(key: ChangedKey): readonly ChangedKey[] {
  return showsCards(key) ? [...ratioMapNames, priceCardsKey] : [key];
}

/** The newest change of each setting that was ever changed. */
export async function lastChanges(
  db: Kysely<Schema>,
): Promise<Map<string, Pick<ChangeRow, 'id' | 'actor' | 'created_at'>>> {
  const rows = await db
    .selectFrom('option_history')
    .distinctOn('key')
    .select(['key', 'id', 'actor', 'created_at'])
    .orderBy('key')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map(({ key, ...change }) => [key, change]));
}

/** The change that is the key's version. */
export function lastChange(db: Kysely<Schema>, key: ChangedKey) {
  return db
    .selectFrom('option_history')
    .select(['id', 'actor'])
    .where('key', 'in', [...versionedWith(key)])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** A page of the changes of these settings, newest first. */
export async function listChanges(db: Kysely<Schema>, keys: readonly ChangedKey[], page: Page) {
  const matches = db.selectFrom('option_history').where('key', 'in', [...keys]);
  const rows = await matches.selectAll().orderBy('id', 'desc').limit(page.size).offset(page.offset).execute();
  const { total } = await matches.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}
