import { withSecretFiles } from '@switchyard/environment';
import { Migrator } from 'kysely/migration';
import { openDatabase } from './database.ts';
import { migrations } from './migrations/index.ts';

/**
 * Brings the schema up to date, or to `last`; `onApplied` hears of each migration as it is done. Safe to run on several instances
 * at once.
 */
export async function migrate(url: string, onApplied: (name: string) => void = () => {}, last?: string): Promise<void> {
  const db = openDatabase({ url, maxConnections: 2, applicationName: 'switchyard-migrate', statementTimeoutMs: 0 });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const { error, results } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
    for (const result of results ?? []) if (result.status === 'Success') onApplied(result.migrationName);
    if (error) throw error;
  } finally {
    await db.destroy();
  }
}

if (import.meta.main) {
  const url = withSecretFiles(process.env).DATABASE_URL;
  if (!url) throw new Error('Set DATABASE_URL to the Postgres that is to be migrated.');
  await migrate(url, (name) => console.log(`migrated ${name}`));
}
