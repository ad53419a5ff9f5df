import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { databaseUrl } from '@switchyard/billing/books';
import { deriveKeys, type Keys } from '@switchyard/crypto';
import { type Database, openDatabase } from '@switchyard/db';
import { sql } from 'kysely';

const rootRole = 100;

/** The installation that others move into. */
export interface Installation {
  readonly url: string;
  readonly db: Database;
  readonly keys: Keys;
  readonly root: { readonly id: number; readonly username: string };
}

/** By DATABASE_URL and SWITCHYARD_SECRET, or the data directory of a single node. Throws what is to be done when it is not ready. */
export async function openInstallation(environment: NodeJS.ProcessEnv): Promise<Installation> {
  const keys = deriveKeys(readSecret(environment));
  const url = databaseUrl(environment);
  const db = openDatabase({ url, applicationName: 'switchyard-import', statementTimeoutMs: 0, maxConnections: 3 });
  try {
    const { rows } = await sql<{ ready: boolean }>`SELECT to_regclass('import_rows') IS NOT NULL AS ready`.execute(db);
    const root = rows[0]?.ready
      ? await db
          .selectFrom('users')
          .select(['id', 'username'])
          .where('role', '=', rootRole)
          .where('deleted_at', 'is', null)
          .orderBy('id')
          .executeTakeFirst()
      : undefined;
    if (root) return { url, db, keys, root };
    throw new Error('Start this version of Switchyard once, so that its tables and root are there; then import.');
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

function readSecret(environment: NodeJS.ProcessEnv): string {
  if (environment.SWITCHYARD_SECRET) return environment.SWITCHYARD_SECRET;
  const file = join(resolve(environment.SWITCHYARD_DATA_DIR || 'data'), 'secret');
  if (existsSync(file)) return readFileSync(file, 'utf8');
  throw new Error('Set SWITCHYARD_SECRET to that of the installation: keys are sealed with it.');
}
