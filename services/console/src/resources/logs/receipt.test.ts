import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestConsole, testConsole } from '../../testing/console.ts';
import type { Visitor } from '../../testing/visitor.ts';

let testing: TestConsole;
let ann: Visitor;
let bob: Visitor;
let admin: Visitor;

before(async () => {
  testing = await testConsole();
  const annId = await testing.addUser({ username: 'ann' });
  await testing.addUser({ username: 'bob' });
  await testing.addUser({ username: 'admin', role: 10 });
  [ann, bob, admin] = [await testing.signedIn('ann'), await testing.signedIn('bob'), await testing.signedIn('admin')];
  const row = { created_at: new Date(), type: 2, user_id: annId, username: 'ann', model: 'm', group: 'vip' };
  const tokens = { prompt_tokens: 1500, completion_tokens: 200 };
  const card = { input: '2.5', output: '10', cacheRead: '1.25', tier: 'offPeak' };
  await testing.db
    .insertInto('usage_log')
    .values([
      {
        ...row,
        ...tokens,
        request_id: 'tokens',
        quota: 2_050,
        other: JSON.stringify({ card, group_ratio: 1, model_ratio: 1.25, cache_tokens: 500, cache_write_tokens: 0 }),
      },
      {
        ...row,
        request_id: 'tiny-ratio',
        quota: 1,
        prompt_tokens: 10,
        other: JSON.stringify({ card: { input: '2', output: '2' }, group_ratio: 1e-7, cache_tokens: 0 }),
      },
      {
        ...row,
        request_id: 'picture',
        quota: 30_000,
        other: JSON.stringify({
          card: { perCall: '0.02' },
          group_ratio: 1.5,
          calls: 1,
          size_ratio: '2',
          size: 'large',
          cache_tokens: 0,
        }),
      },
      {
        ...row,
        request_id: 'priority',
        quota: 2_500,
        prompt_tokens: 1000,
        other: JSON.stringify({
          ...{ card: { input: '2', output: '8' }, group_ratio: 1, cache_tokens: 0 },
          ...{ service_tier: 'priority', service_tier_ratio: '2.5' },
        }),
      },
      { ...row, request_id: 'no-price', quota: 0, other: '{}' },
      { ...row, request_id: 'top-up', type: 1, quota: 5, other: '{}' },
    ])
    .execute();
});
after(() => testing.close());

test("a charge is computed again from the row's own factors, step by step", async () => {
  const { data } = await ann.get('/api/log/tokens/receipt');
  assert.deepEqual(data, {
    request_id: 'tokens',
    model_name: 'm',
    group: 'vip',
    group_ratio: '1',
    tier: 'offPeak',
    steps: [
      { name: 'input', count: 1000, price: '2.5', per: 1_000_000, quota: '1250' },
      { name: 'cacheRead', count: 500, price: '1.25', per: 1_000_000, quota: '312.5' },
      { name: 'output', count: 200, price: '10', per: 1_000_000, quota: '1000' },
    ],
    size_ratio: '1',
    quality_ratio: '1',
    service_tier_ratio: '1',
    sum: '2562.5',
    charge: 2_563,
    quota: 2_050,
  });
});

test('fixed prices and tiny ratios come out as they were charged', async () => {
  const { data: picture } = await ann.get('/api/log/picture/receipt');
  assert.deepEqual([picture.charge, picture.size_ratio, picture.sum], [30_000, '2', '30000']);
  const { data: tiered } = await ann.get('/api/log/priority/receipt');
  assert.deepEqual([tiered.charge, tiered.service_tier_ratio, tiered.sum], [2_500, '2.5', '2500']);
  const { data: tiny } = await ann.get('/api/log/tiny-ratio/receipt');
  assert.deepEqual([tiny.charge, tiny.sum, tiny.group_ratio], [1, '0.000001', '0.0000001']);
});

test("only the owner and administrators see a request's receipt", async () => {
  assert.match((await bob.get('/api/log/tokens/receipt')).message, /not in the log/);
  assert.equal((await admin.get('/api/log/tokens/receipt')).success, true);
});

for (const [id, said] of [
  ['no-price', /no price/],
  ['top-up', /not in the log/],
  ['unknown', /not in the log/],
] as const) {
  test(`${id} has no receipt`, async () => {
    const answer = await ann.get(`/api/log/${id}/receipt`);
    assert.equal(answer.success, false);
    assert.match(answer.message, said);
  });
}
