import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deriveKeys, generateSecret } from '@switchyard/crypto';
import { openDatabase } from '@switchyard/db';
import { openKv } from '@switchyard/kv';
import { createLogger } from '@switchyard/log';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { relayClient } from '../relay-client.ts';
import { optionReader } from '../resources/options/options.ts';
import { ConsoleFigures } from '../telemetry/console-figures.ts';

/**
 * The console with no store behind it, for what can be told from its routes alone. Nothing is connected. In an object,
 * since whoever awaits an app makes it ready.
 */
export async function bareApp(): Promise<{ readonly app: FastifyInstance }> {
  const secret = generateSecret();
  const keys = deriveKeys(secret);
  const webRoot = join(tmpdir(), 'no-web');
  const databaseUrl = 'postgres://nobody@127.0.0.1:9/none';
  const config = readConfig({ DATABASE_URL: databaseUrl, SWITCHYARD_SECRET: secret, WEB_ROOT: webRoot });
  const log = createLogger({ service: 'console', level: 'silent' });
  const db = openDatabase({ url: databaseUrl, applicationName: 'none' });
  const relay = relayClient(config.relayUrl, keys.internalToken);
  const options = optionReader(db, log, keys.optionKey);
  const figures = new ConsoleFigures(db);
  return { app: buildApp({ config, db, history: db, kv: await openKv({}), keys, relay, options, figures }, log) };
}
