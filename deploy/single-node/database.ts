import {
  accountFor,
  type Cluster,
  clusterPlace,
  embeddedBinaries,
  startCluster,
  stopLeftover,
} from '@switchyard/embedded-postgres';
import { keptSecret } from './kept-secret.ts';

export interface EmbeddedDatabase {
  readonly place: string;
  /** Ends the server of a launcher that was killed, so that its port is free. */
  clear(): Promise<void>;
  start(): Promise<{ readonly cluster: Cluster; readonly url: string }>;
}

const settings = {
  password_encryption: 'scram-sha-256',
  log_min_messages: 'warning',
  // One file per weekday, overwritten a week later.
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgres-%a.log',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_truncate_on_rotation: 'on',
};

/** The Postgres that npm installed, with its data in or near `dataDir`. */
export function embeddedDatabase(dataDir: string, port: number, onProgress: (step: string) => void): EmbeddedDatabase {
  const place = clusterPlace(dataDir);
  const account = accountFor(place);
  const binaries = embeddedBinaries(account);
  if (!binaries) {
    throw new Error(
      `There is no embedded Postgres for ${process.platform} ${process.arch}. Set DATABASE_URL to a Postgres of yours (15 or newer).`,
    );
  }
  const password = keptSecret(dataDir, 'postgres-password');
  return {
    place,
    clear: () => stopLeftover(binaries, place, account, onProgress),
    start: async () => {
      const cluster = await startCluster({ binaries, dataDir: place, account, port, password, settings, onProgress });
      return { cluster, url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres` };
    },
  };
}
