import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * DATABASE_URL, else the Postgres that a single node runs for itself: its password lies in the data directory
 * (SWITCHYARD_DATA_DIR), its port is SWITCHYARD_POSTGRES_PORT. Throws a sentence for the operator when there is neither.
 */
export function databaseUrl(environment: NodeJS.ProcessEnv): string {
  if (environment.DATABASE_URL) return environment.DATABASE_URL;
  const dataDir = resolve(environment.SWITCHYARD_DATA_DIR || 'data');
  const file = join(dataDir, 'postgres-password');
  if (!existsSync(file)) {
    throw new Error(
      `No database in ${dataDir}. Set DATABASE_URL, or SWITCHYARD_DATA_DIR to the folder of a single node.`,
    );
  }
  const password = encodeURIComponent(readFileSync(file, 'utf8').trim());
  return `postgres://postgres:${password}@127.0.0.1:${environment.SWITCHYARD_POSTGRES_PORT || '5433'}/postgres`;
}
