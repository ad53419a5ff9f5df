import { createHash, randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { migrate } from '@switchyard/db';
import { Client } from 'pg';
import { sharedServer } from './servers/shared.ts';

const databaseSource = fileURLToPath(new URL('../../db/src', import.meta.url));

/** An empty, migrated database for one test file; `drop` cuts off whoever is still connected. */
export async function testDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = await sharedServer('TEST_DATABASE_URL');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdministrator(server, async (client) => {
    const template = await ensureTemplate(server, client);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  return {
    url: withDatabase(server, name),
    drop: () =>
      asAdministrator(
        server,
        async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
      ),
  };
}

/** One template per state of the migrations, so that a server that stays may be used again after a change. */
async function ensureTemplate(server: string, client: Client): Promise<string> {
  const template = `template_${fingerprint()}`;
  await client.query('SELECT pg_advisory_lock(hashtext($1))', [template]);
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
    if (rowCount) return template;
    const unfinished = `${template}_unfinished`;
    await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${unfinished}`);
    await migrate(withDatabase(server, unfinished));
    await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [unfinished]);
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
    return template;
  } finally {
    await client.query('SELECT pg_advisory_unlock(hashtext($1))', [template]);
  }
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const file of globSync('{migrate.ts,migrations/**}', { cwd: databaseSource, withFileTypes: true })) {
    if (file.isFile()) hash.update(readFileSync(`${file.parentPath}/${file.name}`));
  }
  return hash.digest('hex').slice(0, 12);
}

async function asAdministrator(server: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
