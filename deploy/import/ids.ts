import type { Database, Schema } from '@switchyard/db';
import type { Kysely, Transaction } from 'kysely';

export type RowKind = 'user' | 'token' | 'channel' | 'code' | 'order' | 'usage';

/** Of which gateway. */
interface Of {
  readonly gateway: { readonly name: string };
}

/** Which rows of a kind have been carried, as our ids by theirs. */
export async function carriedIds(
  db: Database | Kysely<Schema>,
  { gateway }: Of,
  kind: RowKind,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('import_rows')
    .select(['source_key', 'target_id'])
    .where('source', '=', gateway.name)
    .where('kind', '=', kind)
    .execute();
  return new Map(rows.map((row) => [row.source_key, row.target_id]));
}

/** Notes in the transaction that carries a row what became of it. */
export async function noteCarried(
  trx: Transaction<Schema>,
  { gateway }: Of,
  kind: RowKind,
  sourceKey: string,
  targetId: number,
): Promise<void> {
  await trx
    .insertInto('import_rows')
    .values({ source: gateway.name, kind, source_key: sourceKey, target_id: targetId })
    .execute();
}
