import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { endLine, endOfRows, type Header } from './header.ts';
import { listTables, quoted } from './tables.ts';

/**
 * Writes everything that Postgres holds, as of one moment, while the installation runs. The file appears when it is whole, and only
 * its owner may read it.
 */
export async function writeBackup(databaseUrl: string, path: string): Promise<Header> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'switchyard-backup' });
  await client.connect();
  const unfinished = `${path}.unfinished`;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const header = await readHeader(client);
    await pipeline(linesOf(client, header), createGzip(), createWriteStream(unfinished, { mode: 0o600 }));
    await rename(unfinished, path);
    return header;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

async function readHeader(client: pg.Client): Promise<Header> {
  const { rows: migrations } = await client.query<{ name: string; now: Date }>(
    'SELECT max(name) AS name, now() AS now FROM kysely_migration',
  );
  const { rows: partitions } = await client.query<{ name: string; bound: string }>(`
    SELECT relname AS name, pg_get_expr(relpartbound, pg_class.oid) AS bound
    FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'usage_log'::regclass AND relname <> 'usage_log_default' ORDER BY relname`);
  const [first] = migrations;
  if (!first?.name) throw new Error('There is no Switchyard in this database.');
  return { switchyard: 'back-up 1', takenAt: first.now.toISOString(), lastMigration: first.name, partitions };
}

async function* linesOf(client: pg.Client, header: Header): AsyncGenerator<string | Buffer> {
  yield `${JSON.stringify(header)}\n`;
  for (const { name, columns } of await listTables(client)) {
    yield `${JSON.stringify({ table: name, columns })}\n`;
    const list = columns.map(quoted).join(', ');
    yield* client.query(copyTo(`COPY (SELECT ${list} FROM ${quoted(name)}) TO STDOUT`));
    yield `${endOfRows}\n`;
  }
  yield `${endLine}\n`;
}
