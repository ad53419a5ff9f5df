import type { Bus } from '@switchyard/bus';
import { openDatabase } from '@switchyard/db';
import { startUpstream } from '@switchyard/testing/upstream';
import type { Closers } from '../closers.ts';
import { keptSecret } from '../kept-secret.ts';
import { ensureDemoAccount } from './account.ts';
import { signIn } from './console-client.ts';
import { publishPastUsage } from './past-usage.ts';
import { ensureChannel, ensureKey } from './seed.ts';

export interface Demo {
  readonly username: string;
  readonly password: string;
  /** A command that calls the demo's model at once. */
  readonly curl: string;
}

const username = 'demo';
const models = ['gpt-5.6-luna', 'gpt-5.4-mini', 'text-embedding-3-small'];

/**
 * A first look at a living console: a fake provider in this process, a channel to it, an account with a key, and a
 * few days of usage. On data that already holds the demo only the provider's address is renewed. Comes before the
 * relay's start, so that this one knows channel and key from the beginning.
 */
export async function startDemo(
  { address, databaseUrl, dataDir, bus }: { address: string; databaseUrl: string; dataDir: string; bus: Bus },
  closers: Closers,
): Promise<Demo> {
  const upstream = await startUpstream({ models, defaults: { latencyMs: 300, intervalMs: 20 } });
  closers.add('demo provider', () => upstream.close());
  const password = keptSecret(dataDir, 'demo-password').slice(0, 20);
  const db = openDatabase({ url: databaseUrl, applicationName: 'switchyard-demo', maxConnections: 1 });
  const isNew = await ensureDemoAccount(db, username, password).finally(() => db.destroy());

  const client = await signIn(address, username, password);
  const channelId = await ensureChannel(client, upstream.url, models);
  const token = await ensureKey(client);
  if (isNew) await publishPastUsage(bus, { userId: client.userId, username, channelId, models, token });
  const model = models[0] as string;
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] });
  return {
    username,
    password,
    curl: `curl ${address}/v1/chat/completions -H 'Authorization: Bearer ${token.key}' -H 'Content-Type: application/json' -d '${body}'`,
  };
}
