import { finished } from 'node:stream/promises';
import { CompiledQuery, type PostgresCursorConstructor, sql, type Transaction } from 'kysely';
import { from } from 'pg-copy-streams';
import type { Schema } from './schema.ts';

type CopyValue = string | number | boolean | Date | null;

/**
 * Appends rows to a table by COPY; `columns` says what of a row stands in each. An INSERT from arrays costs Postgres more: it takes
 * every value out of the text of an array first. Rejects as an INSERT does, and then no row was written.
 */
export async function copyInto<Table extends keyof Schema & string, Row>(
  trx: Transaction<Schema>,
  table: Table,
  rows: readonly Row[],
  columns: { readonly [Column in keyof Schema[Table] & string]?: (row: Row) => CopyValue },
): Promise<void> {
  if (rows.length === 0) return;
  const names = sql.join(Object.keys(columns).map((column) => sql.ref(column)));
  const { sql: statement } = sql`COPY ${sql.table(table)} (${names}) FROM STDIN`.compile(trx);
  const fields = Object.values(columns as Record<string, (row: Row) => CopyValue>);
  const lines = rows.map((row) => `${fields.map((field) => written(field(row))).join('\t')}\n`).join('');
  await trx
    .getExecutor()
    .stream(CompiledQuery.raw(statement, [lines]), 1)
    .next();
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A value in COPY's text format (https://www.postgresql.org/docs/18/sql-copy.html). */
function written(value: CopyValue): string {
  if (value === null) return '\\N';
  if (value instanceof Date) return value.toISOString();
  return String(value).replace(/[\\\t\n\r]/g, (character) => escapes[character] as string);
}

/**
 * What Kysely takes for a cursor: it hands pg what this makes of a statement, reads until nothing comes, and closes it. To read is to send
 * the lines here, and to wait until Postgres has them.
 */
export const copyCursor = function copyCursor(statement: string, [lines]: [string]) {
  const stream = from(statement);
  return Object.assign(stream, {
    async read() {
      stream.end(lines);
      await finished(stream);
      return [];
    },
    async close() {},
  });
} as unknown as PostgresCursorConstructor;
