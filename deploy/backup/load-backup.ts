import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { migrate } from '@switchyard/db';
import pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { dropOwn, listOwn } from './drop-own.ts';
import { cutOff, endLine, endOfRows, type Header, readLine, TableLine } from './header.ts';
import type { Backup } from './open-backup.ts';
import { listTables, quoted } from './tables.ts';

/**
 * Ids that may have been given between the back-up and the loss. They are not given again: usage that is replayed may name them.
 */
const idsLeftOut = 1_000_000;

/**
 * Fills an empty database from a back-up, and brings its schema up to date afterwards. `prepare` is done once it is certain that the
 * database is empty. When anything fails, the database is as empty as before.
 */
export async function loadBackup(
  databaseUrl: string,
  { header, lines }: Backup,
  prepare: () => Promise<void>,
): Promise<void> {
  const before = await withClient(databaseUrl, async (client) => {
    await requireEmpty(client);
    return listOwn(client);
  });
  await prepare();
  try {
    await migrate(databaseUrl, undefined, header.lastMigration);
    await withClient(databaseUrl, (client) => load(client, header, lines));
    await migrate(databaseUrl);
  } catch (error) {
    await withClient(databaseUrl, (client) => dropOwn(client, new Set(before))).catch((reason: Error) => {
      throw new Error(`${(error as Error).message} The database is not empty any more: ${reason.message}`);
    });
    throw error;
  }
}

async function withClient<Result>(databaseUrl: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'switchyard-restore' });
  // Who waits for an answer hears of it.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function requireEmpty(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM pg_tables WHERE schemaname = 'public' LIMIT 1");
  if (rowCount) throw new Error('This database is not empty. Restore into a new one, and set DATABASE_URL to it.');
}

async function load(client: pg.Client, header: Header, lines: AsyncGenerator<Buffer>): Promise<void> {
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
  throw cutOff();
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
