import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { migrate } from '@switchyard/db';
import pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { endLine, endOfRows, Header, readLine, TableLine } from './header.ts';
import { readLines } from './read-lines.ts';
import { listTables, quoted } from './tables.ts';

/**
 * Ids that may have been given between the back-up and the loss. They are not given again: usage that is replayed may name them.
 */
const idsLeftOut = 1_000_000;

/** Fills an empty database from a back-up, and brings its schema up to date afterwards. Answers when the back-up was taken. */
export async function loadBackup(databaseUrl: string, path: string): Promise<Date> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'switchyard-restore' });
  await client.connect();
  try {
    await requireEmpty(client);
    const lines = each(readLines(path));
    const header = readLine(Header, (await lines.next()).value?.toString() ?? '');
    await migrate(databaseUrl, undefined, header.lastMigration);
    await client.query('BEGIN');
    for (const { name, bound } of header.partitions) {
      await client.query(`CREATE TABLE ${quoted(name)} PARTITION OF usage_log ${bound}`);
    }
    const tables = await listTables(client);
    for (const { name } of tables) await client.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
    await loadTables(client, lines);
    for (const { name } of tables) await client.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
    await moveSequences(client);
    await client.query('COMMIT');
    await migrate(databaseUrl);
    return new Date(header.takenAt);
  } finally {
    await client.end();
  }
}

async function requireEmpty(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM pg_tables WHERE schemaname = 'public' LIMIT 1");
  if (rowCount) throw new Error('This database is not empty. Restore into a new one, and set DATABASE_URL to it.');
}

async function loadTables(client: pg.Client, lines: AsyncGenerator<Buffer>): Promise<void> {
  for await (const line of lines) {
    const text = line.toString().trimEnd();
    if (text === endLine) return;
    const { table, columns } = readLine(TableLine, text);
    // Some tables have a row from the start.
    await client.query(`DELETE FROM ${quoted(table)}`);
    const copy = client.query(copyFrom(`COPY ${quoted(table)} (${columns.map(quoted).join(', ')}) FROM STDIN`));
    await copyRows(copy, lines);
  }
  throw new Error('This back-up was cut off: its end is missing.');
}

async function copyRows(copy: CopyStreamQuery, lines: AsyncGenerator<Buffer>): Promise<void> {
  const done = finished(copy);
  // Heard of below; until then it is not unhandled.
  done.catch(() => {});
  for (;;) {
    const { value, done: isOver } = await lines.next();
    if (isOver || value.toString('latin1').trimEnd() === endOfRows) break;
    if (!copy.write(value)) await Promise.race([once(copy, 'drain'), done]);
  }
  copy.end();
  await done;
}

async function moveSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    SELECT attrelid::regclass::text AS table, attname::text AS column,
           pg_get_serial_sequence(attrelid::regclass::text, attname) AS sequence
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND attidentity <> '' AND NOT relispartition`);
  for (const { table, column, sequence } of rows) {
    await client.query(
      `SELECT setval($1, (SELECT coalesce(max(${quoted(column)}), 0) FROM ${table}) + ${idsLeftOut})`,
      [sequence],
    );
  }
}

async function* each<Item>(lists: AsyncIterable<Item[]>): AsyncGenerator<Item, undefined> {
  for await (const list of lists) yield* list;
  return undefined;
}
