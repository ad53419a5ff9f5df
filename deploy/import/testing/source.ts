import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { testDatabase } from '@switchyard/testing';
import pg from 'pg';
import { openSource } from '../source/open.ts';
import type { Source } from '../source/source.ts';
import { statementsFor, type Tables } from './tables.ts';

export interface TestSource {
  readonly address: string;
  open(): Promise<Source>;
  remove(): Promise<void>;
}

/** Another gateway's tables in a file. */
export async function sqliteSource(tables: Tables): Promise<TestSource> {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-import-'));
  const address = join(folder, 'gateway.db');
  const db = new DatabaseSync(address);
  for (const { text, values } of statementsFor(tables, 'sqlite')) {
    db.prepare(text).run(...(values as (string | number | null)[]));
  }
  db.close();
  return { address, open: () => openSource(address), remove: async () => rmSync(folder, { recursive: true }) };
}

/** The same in Postgres, in a schema beside our own tables of the test's database. */
export async function postgresSource(tables: Tables): Promise<TestSource> {
  const { url, drop } = await testDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('CREATE SCHEMA gateway');
  await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET search_path TO gateway`);
  await client.query('SET search_path TO gateway');
  for (const { text, values } of statementsFor(tables, 'postgres')) await client.query(text, values);
  await client.end();
  return { address: url, open: () => openSource(url), remove: drop };
}
