import type { Bus } from '@switchyard/bus';
import { openDatabase } from '@switchyard/db';
import { keptSecret } from '../kept-secret.ts';
import { ensureDemoAccount } from './account.ts';
import { signIn } from './console-client.ts';
import { publishPastUsage } from './past-usage.ts';
import { demoModels } from './provider.ts';
import { ensureChannel, ensureKey } from './seed.ts';
import { untilCallable } from './until-callable.ts';

export interface Demo {
  readonly username: string;
  readonly password: string;
  /** A command that calls the demo's model at once. */
  readonly curl: string;
}

export interface DemoPlace {
  /** Of the console. */
  readonly address: string;
  readonly providerUrl: string;
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly bus: Bus;
}

const username = 'demo';

/**
 * A first look at a living console: an account with a key, a channel to the fake provider, and a few days of usage.
 * Data that already holds the demo stays as it is.
 */
export async function seedDemo({ address, providerUrl, databaseUrl, dataDir, bus }: DemoPlace): Promise<Demo> {
  const password = keptSecret(dataDir, 'demo-password').slice(0, 20);
  const db = openDatabase({ url: databaseUrl, applicationName: 'switchyard-demo', maxConnections: 1 });
  const isNew = await ensureDemoAccount(db, username, password).finally(() => db.destroy());

  const client = await signIn(address, username, password);
  const channelId = await ensureChannel(client, providerUrl);
  const token = await ensureKey(client);
  if (isNew) await publishPastUsage(bus, { userId: client.userId, username, channelId, token });
  const [model] = demoModels;
  await untilCallable(address, token.key, model);
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] });
  return {
    username,
    password,
    curl: `curl ${address}/v1/chat/completions -H 'Authorization: Bearer ${token.key}' -H 'Content-Type: application/json' -d '${body}'`,
  };
}
