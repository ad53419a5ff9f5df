import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { endLine, endOfRows, type Header } from './header.ts';
import { listTables, quoted } from './tables.ts';

const dayMs = 86_400_000;
const noSwitchyard = 'There is no Switchyard in this database. Let DATABASE_URL name the one that is in use.';

/**
 * Writes everything that Postgres holds, as of one moment, while the installation runs. The file appears when it is whole, and only
 * its owner may read it; until then the one that was there stays. Throws for a database in which nobody has an account.
 */
export async function writeBackup(databaseUrl: string, path: string): Promise<Header> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'switchyard-backup' });
  await client.connect();
  // A name of its own: in containers several processes have the same number.
  const unfinished = `${path}.${randomUUID()}.unfinished`;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const header = await readHeader(client);
    await pipeline(linesOf(client, header), createGzip(), createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }));
    await rename(unfinished, path);
    await removeLeftovers(path);
    return header;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

async function readHeader(client: pg.Client): Promise<Header> {
  const { rows: tables } = await client.query<{ migrations: string | null }>(
    "SELECT to_regclass('kysely_migration') AS migrations",
  );
  if (!tables[0]?.migrations) throw new Error(noSwitchyard);
  const { rows: migrations } = await client.query<{ name: string; now: Date }>(
    'SELECT max(name) AS name, now() AS now FROM kysely_migration',
  );
  const { rows: partitions } = await client.query<{ name: string; bound: string }>(`
    SELECT relname AS name, pg_get_expr(relpartbound, pg_class.oid) AS bound
    FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'usage_log'::regclass AND relname <> 'usage_log_default' ORDER BY relname`);
  const [first] = migrations;
  if (!first?.name) throw new Error(noSwitchyard);
  // Its file would take the place of one that somebody needs.
  if (!(await client.query('SELECT FROM users LIMIT 1')).rowCount) {
    throw new Error(
      'Nobody has an account in this database: it is new, or a restore is filling it. When that is done, or DATABASE_URL names the database that is in use, do this again.',
    );
  }
  return { switchyard: 'back-up 1', takenAt: first.now.toISOString(), lastMigration: first.name, partitions };
}

/** Removes what back-ups of this name left that were killed. One that is under way writes all the time. */
async function removeLeftovers(path: string): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith('.unfinished')) continue;
    const leftover = join(folder, name);
    const found = await stat(leftover).catch(() => undefined);
    if (found && found.mtimeMs < Date.now() - dayMs) await rm(leftover, { force: true });
  }
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
