import { prepareDataDir } from '../single-node/data-dir.ts';
import { lockDataDir } from '../single-node/data-lock.ts';
import { embeddedDatabase } from '../single-node/database.ts';
import { readSettings } from '../single-node/settings.ts';

/** Works on the Postgres of DATABASE_URL or, while a single node is stopped, on its own one, which runs meanwhile. */
export async function withDatabase<Result>(
  environment: NodeJS.ProcessEnv,
  work: (databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl, dataDir, ports } = readSettings(environment, []);
  if (databaseUrl) return work(databaseUrl);
  prepareDataDir(dataDir);
  const unlock = lockDataDir(dataDir);
  try {
    const embedded = embeddedDatabase(dataDir, ports.postgres, () => {});
    await embedded.clear();
    const { cluster, url } = await embedded.start();
    try {
      return await work(url);
    } finally {
      await cluster.stop();
    }
  } finally {
    unlock();
  }
}
