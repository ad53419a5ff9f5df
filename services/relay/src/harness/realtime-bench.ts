import type { UsageEvent } from '@switchyard/contracts';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { type FakeRealtime, fakeRealtime } from '@switchyard/testing/hosts/realtime';
import { type Adapters, startGateway, type TestGateway } from './gateway.ts';
import { openRealtime, type RealtimeClient } from './realtime.ts';

export const model = 'voice-test';
/** 2 quota a token read, 8 written, 0.2 cached; of sound 16 and 32. */
const card = { input: '4', output: '16', cacheRead: '0.4', audioInput: '32', audioOutput: '64' };
/** What is held for a session of which nothing is known: 500 tokens read and 1,024 written, all of them sound. */
const firstHold = 500 * 16 + 1_024 * 32;

export const textUsage = {
  total_tokens: 120,
  input_tokens: 100,
  output_tokens: 20,
  input_token_details: { text_tokens: 100, audio_tokens: 0, cached_tokens: 0 },
  output_token_details: { text_tokens: 20, audio_tokens: 0 },
};
export const textCharge = 100 * 2 + 20 * 8;

/** A gateway between clients of realtime sessions and two fake hosts. */
export interface RealtimeBench {
  readonly gateway: TestGateway;
  readonly host: FakeRealtime;
  /** Of a lower priority, for some models. */
  readonly second: FakeRealtime;
  /** Keys by what is special about them. */
  readonly keys: Record<string, string>;
  /** One without anything special, of a user with plenty. */
  readonly key: string;
  readonly userId: number;
  open(wanted?: string, headers?: Record<string, string>): Promise<RealtimeClient>;
  openAs(keyName: string, wanted?: string): Promise<RealtimeClient>;
  /** The newest session as the first host sees it. */
  heardSession(): FakeRealtime['sessions'][number];
  /** The charge of a session that has ended. */
  final(client: RealtimeClient): Promise<UsageEvent>;
  finalOf(requestId: string): Promise<UsageEvent>;
  /** Forgets what the first host was told to do. */
  reset(): void;
  close(): Promise<void>;
}

export async function startRealtimeBench(adapters: Adapters): Promise<RealtimeBench> {
  const host = await fakeRealtime('sk-upstream');
  const second = await fakeRealtime('sk-second');
  const keys: Record<string, string> = {};
  let userId = 0;
  const gateway = await startGateway(
    adapters,
    async (db, secrets) => {
      userId = await seedUser(db, { username: 'ada', balance: 1e9 });
      const poorId = await seedUser(db, { username: 'poor', balance: 50_000 });
      const bankruptId = await seedUser(db, { username: 'bankrupt', balance: firstHold - 1 });
      const token = async (name: string, fields: object, owner = userId) => {
        keys[name] = (await seedToken(db, secrets, { userId: owner, ...fields })).key;
      };
      await token('plain', {});
      await token('poor', {}, poorId);
      await token('bankrupt', {}, bankruptId);
      await token('limited', { remain: firstHold - 1 });
      await token('narrow', { models: ['something-else'] });
      await token('elsewhere', { allowedIps: ['192.0.2.1'] });
      await token('expired', { expiresAt: new Date('2001-01-01') });
      await token('single', { concurrency: 1 });
      await token('voiceOnly', { models: [model] });
      for (const name of [model, 'mapped', 'failing', 'walled', 'speechless']) await seedPrice(db, name, card);
      await seedPrice(db, 'whisper-test', { input: '30', output: '0', perMinute: '0.006' });
      await seedPrice(db, 'by-minute', { input: '1', output: '1', perMinute: '1' });
      await seedPrice(db, 'per-answer', { input: '1', output: '1', perCall: '0.01' });
      const models = [model, 'mapped', 'failing', 'by-minute', 'per-answer', 'unpriced'];
      const modelMapping = { mapped: 'voice/upstream 2' };
      await seedChannel(db, secrets, { baseUrl: host.url, models, priority: 9, modelMapping });
      await seedChannel(db, secrets, { baseUrl: second.url, key: 'sk-second', models: ['failing', 'walled'] });
      await seedChannel(db, secrets, { baseUrl: 'http://10.255.255.1', models: ['walled'], priority: 9 });
      await seedChannel(db, secrets, { baseUrl: host.url, type: 14, models: ['speechless'] });
    },
    { drainMs: 200 },
  );
  const key = keys.plain as string;
  const open = (wanted = model, headers: Record<string, string> = { authorization: `Bearer ${key}` }) =>
    openRealtime(gateway.url, wanted, { headers });
  const finalOf = (requestId: string) => gateway.event((event) => event.final && event.id === requestId);
  return {
    gateway,
    host,
    second,
    keys,
    key,
    userId,
    open,
    openAs: (keyName, wanted) => open(wanted, { authorization: `Bearer ${keys[keyName]}` }),
    heardSession: () => host.sessions.at(-1) as FakeRealtime['sessions'][number],
    final: ({ requestId }) => finalOf(requestId),
    finalOf,
    reset() {
      host.turns.length = 0;
      host.greeting = undefined;
      host.refusal = undefined;
    },
    async close() {
      await gateway.close();
      await host.close();
      await second.close();
    },
  };
}
