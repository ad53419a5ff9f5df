import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ChannelBench, channelBench } from '../testing.ts';

let bench: ChannelBench;
before(async () => {
  bench = await channelBench();
});
after(() => bench.testing.close());

const explain = (body: object) => bench.admin.post('/api/channel/explain', body);
const asked = () => JSON.parse(bench.testing.relay.calls.at(-1)?.body ?? '');

test('the relay’s word is passed on in the names of this API', async () => {
  bench.testing.relay.explanation = {
    tiers: [[{ channelId: 1, name: 'one', weight: 3, share: 0.75 }]],
    excluded: [{ channelId: 2, name: 'two', reason: 'it was switched off' }],
  };
  assert.deepEqual((await explain({ model: 'gpt-4o', operation: 'embeddings' })).data, {
    group: 'default',
    refused: '',
    tiers: [[{ channel_id: 1, name: 'one', weight: 3, share: 0.75 }]],
    excluded: [{ channel_id: 2, name: 'two', reason: 'it was switched off' }],
  });
  assert.deepEqual(asked(), { group: 'default', model: 'gpt-4o', operation: 'embeddings' });
});

test('the group is that of the key, else the first of its owner, unless one is named', async () => {
  const userId = await bench.testing.addUser({ username: 'vera', group: 'vip,default' });
  const vera = await bench.testing.signedIn('vera');
  const plain = (await vera.post('/api/token/', { name: 'plain' })).data.id;
  const limited = { name: 'limited', group: 'default', model_limits_enabled: true, model_limits: 'gpt-4o' };
  const own = (await vera.post('/api/token/', limited)).data.id;
  for (const [body, group] of [
    [{ user_id: userId }, 'vip'],
    [{ token_id: plain }, 'vip'],
    [{ token_id: own }, 'default'],
    [{ token_id: own, group: 'svip' }, 'svip'],
  ] as const) {
    const { data } = await explain({ model: 'gpt-4o', ...body });
    assert.deepEqual([data.group, data.refused, asked().group], [group, '', group]);
  }
  assert.match((await explain({ model: 'other', token_id: own })).data.refused, /may not use the model other/);
  assert.equal((await explain({ model: 'm', token_id: 987_654 })).message, 'This key does not exist.');
  assert.equal((await explain({ model: 'm', user_id: 987_654 })).message, 'This user does not exist.');
});
