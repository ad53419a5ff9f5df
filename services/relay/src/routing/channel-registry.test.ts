import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deriveKeys, generateSecret, seal } from '@switchyard/crypto';
import { createLogger } from '@switchyard/log';
import { Pools } from '../egress/pools.ts';
import { ChannelKey } from './channel-key.ts';
import { ChannelRegistry } from './channel-registry.ts';
import type { ChannelRow } from './read-channel.ts';

const { channelKey } = deriveKeys(generateSecret());
const { poolFor } = new Pools([]);
const registry = () => new ChannelRegistry({ channelKey, poolFor, log: createLogger({ service: 'test' }) });
const sealed = (table: string, id: number) => seal(channelKey, 'sk-upstream', { table, id, field: 'key' });

const row: ChannelRow = {
  id: 1,
  type: 1,
  name: 'account',
  key_sealed: sealed('channels', 1),
  key_mode: 'single',
  base_url: 'https://upstream.example',
  other: '',
  organization: '',
  models: ['gpt-6-sol'],
  test_model: '',
  model_mapping: {},
  status_code_mapping: {},
  param_override: {},
  setting: {},
  auto_ban: true,
};

test('a channel whose row is the same stays; one whose row changed is another', () => {
  const channels = registry();
  const first = channels.reading()(row);
  assert.equal(channels.reading()({ ...row }), first);
  const changed = channels.reading()({ ...row, name: 'renamed' });
  assert.equal(changed?.name, 'renamed');
});

test('each key of a channel is a channel of its own, and another one when its rest began anew', () => {
  const channels = registry();
  const keys = [1, 2].map((id) => ({ id, channel_id: 1, key_sealed: sealed('channel_keys', id) }));
  const rests = keys.map(({ id }) => new ChannelKey(id));
  const readAll = () => {
    const read = channels.reading();
    return keys.map((key, index) => read({ ...row, key_mode: 'random' }, key, rests[index]));
  };
  const first = readAll();
  assert.deepEqual(
    first.map((channel) => channel?.key),
    rests,
  );
  rests[1] = new ChannelKey(2);
  const second = readAll();
  assert.equal(second[0], first[0]);
  assert.equal(second[1]?.key, rests[1]);
});

test('what was not read with the others is forgotten', () => {
  const channels = registry();
  const first = channels.reading()(row);
  channels.reading();
  assert.notEqual(channels.reading()(row), first);
});
