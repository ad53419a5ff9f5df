import { prepareDataDir } from '../single-node/data-dir.ts';
import { lockDataDir } from '../single-node/data-lock.ts';
import { embeddedDatabase } from '../single-node/database.ts';
import { readSettings } from '../single-node/settings.ts';

/** Works on the Postgres of a single node that is stopped; it runs meanwhile. */
export async function withEmbedded<Result>(
  environment: NodeJS.ProcessEnv,
  work: (databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  const { dataDir, ports } = readSettings(environment, []);
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
