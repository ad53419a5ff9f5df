import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashPassword, type Keys, sealOption } from '@switchyard/crypto';
import type { Database } from '@switchyard/db';
import { type SeedToken, seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import {
  anthropicMessages,
  bearer,
  bedrockInvoke,
  gemini,
  headerKey,
  openaiChat,
  openaiOperations,
  openaiResponses,
  type RunningHost,
  startHost,
} from '@switchyard/testing/hosts';
import { type Customer, type Plant, startPlant } from '../plant/plant.ts';
import { startStores } from '../plant/stores.ts';
import { Browser } from './browser.ts';
import { oddSlots } from './classes/upstream-answers.ts';
import { ask, doors, models } from './doors.ts';
import { type OddHost, startOddHost } from './odd-host.ts';
import { type IdleProcess, startIdle } from './watch/idle.ts';
import { exchange } from './wire.ts';

const secret = (name: string) => `canary-${name}-${randomBytes(12).toString('hex')}`;
const preload = fileURLToPath(new URL('./watch/preload.ts', import.meta.url));
const password = 'the gulls count the waves';
/** Two million dollars. */
const plenty = 1e12;
const tokenPrice = { input: '2', output: '8' };
const prices: Readonly<Record<string, Record<string, string>>> = {
  [models.picture]: { perCall: '0.04' },
  [models.speech]: { perMillionCharacters: '15' },
  [models.transcript]: { perMinute: '0.006' },
};
const openai = 1;
const anthropic = 14;
const google = 24;
const bedrock = 33;
const keyNames = { chat: 'openai', messages: 'anthropic', gemini: 'google' } as const;
/** The only address of this machine that files may be read from. */
const fileAddress = '127.0.0.2';
/** Whose chats take files as bytes alone. */
export const bytesOnlyModel = 'claude-opus-5';
/** Options whose values nobody may see. */
const secretOptions = [
  'SMTPToken',
  'EpayKey',
  'UsdtApiKey',
  'CryptoAPI_Key',
  'StripeApiKey',
  'StripeWebhookSecret',
] as const;

/** A gateway between hosts that answer properly and one that does not, with secrets that must not be seen anywhere. */
export interface Stage {
  readonly plant: Plant;
  /** Answers every door's model as its maker does. */
  readonly hosts: RunningHost;
  /** Answers what a case tells it to. */
  readonly odd: OddHost;
  /** The same for files that a request names; no upstream. */
  readonly files: OddHost;
  /** Whose requests are all refused before an upstream is asked: pays nothing, ever. */
  readonly refused: Customer;
  readonly served: Customer;
  /** Names and values that must be in no answer and in no line of a log. */
  readonly canaries: ReadonlyMap<string, string>;
  readonly relayUrl: string;
  readonly consoleUrl: string;
  readonly secrets: Readonly<Record<(typeof secretOptions)[number], string>>;
  /** Where the watched processes tell how they fare. */
  readonly watchFolder: string;
  readonly idle: IdleProcess;
  /** A key of the served customer with limits of its own. */
  key(fields: Partial<SeedToken>): Promise<string>;
  /** Someone who has signed in at the console; each name is a user of its own. */
  signIn(name: string, role?: number): Promise<Browser>;
  stop(): Promise<void>;
}

/** Starts everything; resolves when it is ready. */
export async function startStage(): Promise<Stage> {
  const upstreamKeys = {
    openai: secret('openai'),
    anthropic: secret('anthropic'),
    google: secret('google'),
    bedrock: secret('bedrock'),
  };
  const hosts = await startHost(
    openaiChat({ proof: bearer(upstreamKeys.openai) }),
    openaiResponses({ proof: bearer(upstreamKeys.openai) }),
    openaiOperations({ proof: bearer(upstreamKeys.openai) }),
    anthropicMessages({ proof: headerKey('x-api-key', upstreamKeys.anthropic) }),
    gemini({ proof: headerKey('x-goog-api-key', upstreamKeys.google) }),
    bedrockInvoke({ proof: bearer(upstreamKeys.bedrock) }),
  );
  const odd = await startOddHost();
  const files = await startOddHost(fileAddress);
  const secrets = Object.fromEntries(secretOptions.map((name) => [name, secret(name)])) as Stage['secrets'];
  const databasePassword = secret('database');
  const watchFolder = mkdtempSync(join(tmpdir(), 'switchyard-watch-'));
  const watched = { ABUSE_WATCH: watchFolder, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${preload}` };

  const stores = await startStores();
  const settings = {
    ...watched,
    LOG_LEVEL: 'debug',
    // To be called from another address than this machine's own.
    HOST: '0.0.0.0',
    FILE_ALLOW_CIDRS: `${fileAddress}/32`,
    DATABASE_URL: stores.postgres.url.replace('postgres@', `postgres:${databasePassword}@`),
  };
  const plant = await startPlant({
    withConsole: true,
    models: {},
    stores,
    settings,
    seed: async (db, keys) => {
      await seedUpstreams(db, keys, { hosts, odd, upstreamKeys });
      await seedOptions(db, keys, secrets);
    },
  });
  const [relay] = plant.relays;
  if (!relay || !plant.console) throw new Error('The plant has no relay or no console.');
  const refused = await plant.customer('refused', plenty);
  const served = await plant.customer('served', plenty);
  const idle = await startIdle(preload, watchFolder);
  const canaries = new Map<string, string>([
    ...Object.entries(upstreamKeys),
    ...Object.entries(secrets),
    ['database password', databasePassword],
    ['SWITCHYARD_SECRET', String(plant.env.SWITCHYARD_SECRET)],
    // Also without what all keys begin with.
    ['key of a customer', served.key.replace(/^sk-/, '')],
    ['key of another customer', refused.key.replace(/^sk-/, '')],
  ]);
  const passwordHash = await hashPassword(password);
  // What is loaded and compiled at first is no case's doing.
  for (const door of doors) await exchange(relay.url, [ask(door, { key: served.key })]);
  const consoleUrl = plant.console.url;

  return {
    plant,
    hosts,
    odd,
    files,
    refused,
    served,
    canaries,
    relayUrl: relay.url,
    consoleUrl,
    secrets,
    watchFolder,
    idle,
    async key(fields) {
      const { key } = await seedToken(plant.db, plant.keys, { userId: refused.userId, ...fields });
      return key;
    },
    async signIn(name, role = 1) {
      const id = await seedUser(plant.db, { username: name, balance: 0, role });
      await plant.db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute();
      return Browser.signIn(consoleUrl, name, password);
    },
    async stop() {
      idle.stop();
      await plant.stop();
      await Promise.all([hosts.close(), odd.close(), files.close()]);
      rmSync(watchFolder, { recursive: true, force: true });
    },
  };
}

async function seedUpstreams(
  db: Database,
  keys: Keys,
  { hosts, odd, upstreamKeys }: Pick<Stage, 'hosts' | 'odd'> & { upstreamKeys: Record<string, string> },
): Promise<void> {
  const channel = async (type: number, baseUrl: string, key: string | undefined, names: string[], priority = 0) => {
    for (const name of names) await seedPrice(db, name, prices[name] ?? tokenPrice);
    await seedChannel(db, keys, { type, baseUrl, models: names, priority, ...(key && { key }) });
  };
  const { chat, embedding, picture, speech, transcript } = models;
  await channel(openai, hosts.url, upstreamKeys.openai, [chat, embedding, picture, speech, transcript]);
  await channel(anthropic, hosts.url, upstreamKeys.anthropic, [models.messages]);
  await channel(google, hosts.url, upstreamKeys.google, [models.gemini]);
  await channel(bedrock, hosts.url, `${upstreamKeys.bedrock}|eu-west-1`, [bytesOnlyModel]);
  const types = { chat: openai, messages: anthropic, gemini: google };
  for (const slot of oddSlots) {
    const { model, dialect } = slot;
    await channel(types[dialect], `${odd.url}/${model}`, upstreamKeys[keyNames[dialect]], [model], 1);
    // Where another channel can help, this one does.
    if (slot.isRescued) await channel(types[dialect], hosts.url, upstreamKeys[keyNames[dialect]], [model]);
  }
}

async function seedOptions(db: Database, keys: Keys, secrets: Stage['secrets']): Promise<void> {
  const rows = Object.entries(secrets).map(([key, value]) => ({ key, value: sealOption(keys.optionKey, key, value) }));
  await db
    .insertInto('options')
    .values([...rows, { key: 'EnabledStripe', value: 'true' }, { key: 'ServerAddress', value: 'https://gateway.test' }])
    .execute();
}
