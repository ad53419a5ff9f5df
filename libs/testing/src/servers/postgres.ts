import { chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { accountFor, embeddedBinaries, type PostgresBinaries, startCluster } from '@switchyard/embedded-postgres';
import { launchContainer } from './docker.ts';
import { launch } from './launch.ts';
import { findProgram } from './program.ts';
import type { TestServer } from './test-server.ts';

// A test's data need not survive the machine, only the server: what was committed is with the system, if not on disk.
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '256MB',
  // Of a server that is killed, segments elsewhere would stay behind.
  dynamic_shared_memory_type: 'mmap',
};

interface PostgresOptions {
  /** Where its data lies, in a folder of its own. */
  readonly folder?: string;
  /** For measurements: the distribution's release where there is one. The embedded one is compiled for size, and slower by a tenth. */
  readonly compiledForSpeed?: boolean;
}

/** A Postgres of this test's own; its superuser `postgres` needs no password. */
export async function startPostgres({ folder, compiledForSpeed }: PostgresOptions = {}): Promise<TestServer> {
  const account = accountFor();
  const installed = compiledForSpeed ? await installedBinaries() : undefined;
  const binaries = installed ?? embeddedBinaries(account) ?? (await installedBinaries());
  const url = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`;
  if (!binaries)
    return launchContainer({
      name: 'Postgres',
      variable: 'TEST_DATABASE_URL',
      image: 'postgres:18-alpine',
      port: 5432,
      environment: { POSTGRES_HOST_AUTH_METHOD: 'trust' },
      command: ['postgres', ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      ready: 'pg_isready --host 127.0.0.1',
      url,
    });
  return launch(
    {
      name: 'postgres',
      url,
      start: (directory, port) => {
        if (account) chmodSync(directory, 0o711);
        return startCluster({ binaries, dataDir: join(directory, 'data'), account, port, settings });
      },
    },
    folder,
  );
}

async function installedBinaries(): Promise<PostgresBinaries | undefined> {
  const program = await findProgram('postgres', 'postgresql');
  if (!program) return undefined;
  const sibling = (name: string) => join(dirname(program.path), name);
  return { postgres: program.path, initdb: sibling('initdb'), pgCtl: sibling('pg_ctl'), env: program.env };
}
