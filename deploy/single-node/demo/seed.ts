import { Type } from 'typebox';
import type { ConsoleClient } from './console-client.ts';
import { demoModels } from './provider.ts';

const channelName = 'Demo provider';
const keyName = 'demo';
const openAi = 1;

const Named = Type.Object({ id: Type.Integer(), name: Type.String() });
const Page = Type.Object({ items: Type.Array(Named) });
const Created = Type.Object({ ids: Type.Array(Type.Integer()) });
const Key = Type.Object({ key: Type.String() });

export interface DemoKey {
  readonly id: number;
  readonly name: string;
  readonly key: string;
}

/** The channel to the demo's provider; answers its id. */
export async function ensureChannel(client: ConsoleClient, baseUrl: string): Promise<number> {
  const { items } = await client.call('GET', `/api/channel/?keyword=${encodeURIComponent(channelName)}`, Page);
  const existing = items.find(({ name }) => name === channelName);
  if (existing) return existing.id;
  const { ids } = await client.call('POST', '/api/channel/', Created, {
    type: openAi,
    name: channelName,
    key: 'demo',
    base_url: baseUrl,
    models: demoModels.join(),
    group: 'default',
    test_model: demoModels[0],
  });
  return ids[0] as number;
}

export async function ensureKey(client: ConsoleClient): Promise<DemoKey> {
  const { items } = await client.call('GET', `/api/token/search?keyword=${keyName}`, Page);
  const token =
    items.find(({ name }) => name === keyName) ??
    (await client.call('POST', '/api/token/', Named, { name: keyName, unlimited_quota: true, expired_time: -1 }));
  const { key } = await client.call('POST', `/api/token/${token.id}/key`, Key);
  return { id: token.id, name: token.name, key };
}
