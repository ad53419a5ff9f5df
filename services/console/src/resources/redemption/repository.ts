import type { Database, Schema } from '@switchyard/db';
import {
  type Insertable,
  type Kysely,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
  type Transaction,
  type UpdateObject,
} from 'kysely';
import type { Page } from '../../http/page.ts';
import { containing } from '../containing.ts';
import type { CodeState } from './schema.ts';

export type CodeRow = Selectable<Schema['redemptions']>;
export type CodeValues = UpdateObject<Schema, 'redemptions'>;

export interface CodeSearch {
  /** The id whole, or part of the name in any case. */
  readonly keyword: string;
  /** Of a code that is searched for whole. */
  readonly codeHash: Buffer;
}

const ofState: Record<CodeState, RawBuilder<SqlBool>> = {
  unused: sql`status = 1 AND (expires_at IS NULL OR expires_at > now())`,
  disabled: sql`status = 2`,
  used: sql`status = 3`,
  expired: sql`status = 1 AND expires_at <= now()`,
};

/** A page of the codes, newest first. */
export async function listCodes(db: Database, page: Page, state?: CodeState, search?: CodeSearch) {
  let query = db.selectFrom('redemptions').where('deleted_at', 'is', null);
  if (state) query = query.where(ofState[state]);
  if (search) {
    query = query.where((on) =>
      on.or([
        ...(/^\d{1,15}$/.test(search.keyword) ? [on('id', '=', Number(search.keyword))] : []),
        on('code_hash', '=', search.codeHash),
        sql<boolean>`lower(name) LIKE ${containing(search.keyword.toLowerCase())}`,
      ]),
    );
  }
  const rows = await query.selectAll().orderBy('id', 'desc').limit(page.size).offset(page.offset).execute();
  const { total } = await query.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

export function findCode(db: Kysely<Schema>, id: number): Promise<CodeRow | undefined> {
  return existing(db, id).executeTakeFirst();
}

/** The row, locked until the transaction ends. */
export function lockCode(trx: Transaction<Schema>, id: number): Promise<CodeRow | undefined> {
  return existing(trx, id).forUpdate().executeTakeFirst();
}

function existing(db: Kysely<Schema>, id: number) {
  return db.selectFrom('redemptions').selectAll().where('id', '=', id).where('deleted_at', 'is', null);
}

export async function insertCodes(
  trx: Transaction<Schema>,
  values: Insertable<Schema['redemptions']>[],
): Promise<number[]> {
  const rows = await trx.insertInto('redemptions').values(values).returning('id').execute();
  return rows.map(({ id }) => id);
}

export function updateCode(trx: Transaction<Schema>, id: number, values: CodeValues): Promise<CodeRow> {
  return trx.updateTable('redemptions').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Takes codes that were used or have expired out of the list, and answers how many those were. */
export async function deleteSpentCodes(trx: Transaction<Schema>): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('redemptions')
    .set({ deleted_at: sql`now()` })
    .where('deleted_at', 'is', null)
    .where((on) => on.or([ofState.used, ofState.expired]))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Marks a code as used when it can be used now; of several who try, one gets the row. */
export function claimCode(trx: Transaction<Schema>, codeHash: Buffer, userId: number): Promise<CodeRow | undefined> {
  return trx
    .updateTable('redemptions')
    .set({ status: codeStatus.used, used_at: sql`now()`, used_user_id: userId })
    .where('code_hash', '=', codeHash)
    .where('status', '=', codeStatus.unused)
    .where('deleted_at', 'is', null)
    .where((on) => on.or([on('expires_at', 'is', null), on('expires_at', '>', sql<Date>`now()`)]))
    .returningAll()
    .executeTakeFirst();
}

export const codeStatus = { unused: 1, disabled: 2, used: 3 } as const;
