import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deriveKeys, generateSecret, hashPassword, type Keys } from '@switchyard/crypto';
import { type Database, openDatabase } from '@switchyard/db';
import { freePort, seedUser, testDatabase } from '@switchyard/testing';
import { launch } from '../../single-node/harness.ts';

/** A single node as its own process, with everything that is told of it. */
export interface Installation {
  readonly db: Database;
  readonly addresses: { readonly console: string; readonly relay: string; readonly billing: string };
  readonly administrator: { readonly username: string; readonly password: string };
  /** All that it printed so far. */
  said(): string;
  close(): Promise<void>;
}

/** `seed` writes what must be there before it starts; `settings` are variables of its environment. */
export async function startInstallation(
  settings: Readonly<Record<string, string>>,
  seed: (db: Database, keys: Keys) => Promise<void>,
): Promise<Installation> {
  const database = await testDatabase();
  const db = openDatabase({ url: database.url, applicationName: 'test' });
  const secret = generateSecret();
  const administrator = { username: 'operator', password: 'canary-password-of-the-operator' };
  const userId = await seedUser(db, { username: administrator.username, balance: 0, role: 100 });
  const hash = await hashPassword(administrator.password);
  await db.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute();
  await seed(db, deriveKeys(secret));
  const dataDir = mkdtempSync(join(tmpdir(), 'switchyard-telemetry-'));
  const ports = { console: await freePort(), relay: await freePort(), billing: await freePort() };
  const launcher = launch({
    SWITCHYARD_DATA_DIR: dataDir,
    SWITCHYARD_SECRET: secret,
    DATABASE_URL: database.url,
    HOST: '127.0.0.1',
    CONSOLE_PORT: String(ports.console),
    RELAY_PORT: String(ports.relay),
    BILLING_PORT: String(ports.billing),
    ...settings,
  });
  const addressOf = (port: number) => `http://127.0.0.1:${port}`;
  const close = async () => {
    launcher.kill('SIGTERM');
    await launcher.code();
    await db.destroy();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await launcher.started();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db,
    addresses: {
      console: addressOf(ports.console),
      relay: addressOf(ports.relay),
      billing: addressOf(ports.billing),
    },
    administrator,
    said: launcher.said,
    close,
  };
}
