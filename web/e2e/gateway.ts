import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConsoleClient, signIn } from '@switchyard/deploy/single-node/demo/console-client.ts';
import { type Launcher, launch } from '@switchyard/deploy/single-node/harness.ts';
import { freePort, testDatabase } from '@switchyard/testing';
import { startUpstream, type Upstream } from '@switchyard/testing/upstream';
import { Type } from 'typebox';

export const rootPassword = 'Root-chose-1-of-their-own';

/** The whole gateway as `npm start` runs it, on a database of its own, with a fake upstream beside it. */
export interface Gateway {
  readonly address: string;
  /** Signed in as root, who has chosen `rootPassword`. */
  readonly root: ConsoleClient;
  readonly upstream: Upstream;
  /** For what no call does. */
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

/** With `demo` there are a channel, some days of usage and a key of root's from the start. */
export async function startGateway({ demo = false } = {}): Promise<Gateway> {
  const upstream = await startUpstream();
  const database = await testDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'switchyard-browser-'));
  chmodSync(dataDir, 0o711);
  const consolePort = String(await freePort());
  const launcher: Launcher = launch(
    {
      HOST: '127.0.0.1',
      SWITCHYARD_DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      CONSOLE_PORT: consolePort,
      RELAY_PORT: String(await freePort()),
      // The tests of a whole run share the machine.
      RELAY_LAG_LIMIT_MS: '0',
      BILLING_PORT: String(await freePort()),
    },
    ...(demo ? ['--demo'] : []),
  );
  await launcher.started();
  const address = `http://localhost:${consolePort}`;
  const first = said(launcher, /Password\s+(\S+)/);
  const change = { original_password: first, password: rootPassword };
  await (await signIn(address, 'root', first)).call('PUT', '/api/user/self', Type.Unknown(), change);
  const root = await signIn(address, 'root', rootPassword);
  if (demo) await root.call('POST', '/api/token/', Type.Unknown(), { name: 'mine', unlimited_quota: true });
  return {
    address,
    root,
    upstream,
    databaseUrl: database.url,
    async stop() {
      launcher.kill('SIGTERM');
      await launcher.code();
      await upstream.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** What the launcher said once; it says so before it says that it runs. */
function said(launcher: Launcher, pattern: RegExp): string {
  const found = pattern.exec(launcher.said())?.[1];
  if (found === undefined) throw new Error(`The launcher did not say ${pattern}:\n${launcher.said()}`);
  return found;
}
