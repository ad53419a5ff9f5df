import type { Schema } from '@switchyard/db';
import type { Transaction } from 'kysely';
import { carriedIds, noteCarried, type RowKind } from '../ids.ts';
import { progressOf } from '../progress.ts';
import type { Run } from '../run.ts';
import type { SourceRow } from '../source/row.ts';
import { figures, pages } from '../source/source.ts';

/**
 * Carries the rows of a table that have not been carried yet, a page in each transaction. `carry` answers the id that a row has
 * here, or undefined when it is not carried.
 */
export async function carryTable(
  run: Run,
  { kind, table, columns }: { readonly kind: RowKind; readonly table: string; readonly columns: readonly string[] },
  carry: (trx: Transaction<Schema>, row: SourceRow) => Promise<number | undefined>,
): Promise<Map<string, number>> {
  const ids = await run.transact((trx) => carriedIds(trx, run, kind));
  if ((await run.source.columns(table)).size === 0) return ids;
  const total = (await figures(run.source, `SELECT count(*) AS total FROM ${table}`)).integer('total');
  const progress = progressOf(table, total);
  for await (const rows of pages(run.source, table, columns)) {
    const added = await run.transact(async (trx) => {
      const added: [string, number][] = [];
      for (const row of rows) {
        const key = String(row.integer('id'));
        if (ids.has(key)) continue;
        const id = await carry(trx, row);
        if (id === undefined) continue;
        await noteCarried(trx, run, kind, key, id);
        added.push([key, id]);
      }
      return added;
    });
    for (const [key, id] of added) ids.set(key, id);
    progress.add(rows.length);
  }
  progress.end();
  return ids;
}
