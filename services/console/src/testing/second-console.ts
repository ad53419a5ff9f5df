import { deriveKeys } from '@switchyard/crypto';
import { openDatabase } from '@switchyard/db';
import { openKv } from '@switchyard/kv';
import { createLogger } from '@switchyard/log';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import { relayClient } from '../relay-client.ts';
import { optionReader } from '../resources/options/options.ts';
import { ConsoleFigures } from '../telemetry/console-figures.ts';
import type { TestConsole } from './console.ts';

/** Another instance on the database of the first, with nothing else in common. */
export async function secondConsole({
  config,
}: TestConsole): Promise<{ app: FastifyInstance; close(): Promise<void> }> {
  const keys = deriveKeys(config.secret);
  const db = openDatabase({ url: config.databaseUrl, applicationName: 'second', maxConnections: 5 });
  const kv = await openKv({});
  const log = createLogger({ service: 'console', level: 'silent' });
  const relay = relayClient(config.relayUrl, keys.internalToken);
  const options = optionReader(db, log, keys.optionKey);
  const figures = new ConsoleFigures(db);
  const app = buildApp({ config, db, history: db, kv, keys, relay, options, figures }, log);
  return {
    app,
    async close() {
      await app.close();
      await kv.close();
      await db.destroy();
    },
  };
}
