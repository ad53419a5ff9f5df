import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestConsole, testConsole } from '../../testing/console.ts';
import type { Visitor } from '../../testing/visitor.ts';

let testing: TestConsole;
let ann: Visitor;
let key: string;
let tokenId: number;
let annId: number;

before(async () => {
  testing = await testConsole();
  annId = await testing.addUser({ username: 'ann' });
  ann = await testing.signedIn('ann');
  tokenId = (await ann.post('/api/token/', { name: 'mine' })).data.id;
  key = (await ann.post(`/api/token/${tokenId}/key`, {})).data.key;
  const row = { type: 2, user_id: annId, username: 'ann', channel_id: 4, other: '{"admin_info":{"use_channel":[4]}}' };
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  await testing.db
    .insertInto('usage_log')
    .values([
      { ...row, token_id: tokenId, created_at: daysAgo(2), quota: 1 },
      { ...row, token_id: tokenId, created_at: daysAgo(1), quota: 2 },
      { ...row, token_id: tokenId, created_at: daysAgo(40), quota: 3 },
      { ...row, token_id: tokenId + 1, created_at: daysAgo(1), quota: 4 },
    ])
    .execute();
});
after(() => testing.close());

const read = (headers: Record<string, string>, query = '') =>
  testing
    .visitor()
    .request('GET', `/api/log/token${query}`, undefined, headers)
    .then((response) => response.json());

test("whoever holds a key reads its log of the last 31 days, newest first, without what is the operator's", async () => {
  const { data, success } = await read({ authorization: `Bearer ${key}` });
  assert.equal(success, true);
  assert.deepEqual(
    data.map(({ quota }: { quota: number }) => quota),
    [2, 1],
  );
  assert.deepEqual([data[0].channel, data[0].other], [undefined, '{}']);
  assert.deepEqual(await read({}, `?key=${key.replace('sk-', '')}`), { success: true, message: '', data });
});

test('without a key, or with one that nobody has, nothing is told', async () => {
  assert.match((await read({})).message, /Authorization/);
  for (const wrong of ['sk-nobody', `${key}x`, ann.cookies.get('session') ?? '']) {
    assert.match((await read({ authorization: `Bearer ${wrong}` })).message, /does not exist/);
  }
});

test('a key that was deleted, and one of a disabled user, tell nothing', async () => {
  await testing.db.updateTable('users').set({ status: 2 }).where('id', '=', annId).execute();
  assert.match((await read({ authorization: `Bearer ${key}` })).message, /does not exist/);
  await testing.db.updateTable('users').set({ status: 1 }).where('id', '=', annId).execute();
  await ann.delete(`/api/token/${tokenId}`);
  assert.match((await read({ authorization: `Bearer ${key}` })).message, /does not exist/);
});

test('guessing is limited by address', async () => {
  const answers = [];
  for (let at = 0; at < 61; at++) answers.push(await testing.visitor().request('GET', '/api/log/token?key=guess'));
  assert.equal(answers.at(-1)?.statusCode, 429);
  assert.ok(answers.at(-1)?.headers['retry-after']);
});
