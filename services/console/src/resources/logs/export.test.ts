import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { type TestConsole, testConsole } from '../../testing/console.ts';
import { setOptions } from '../../testing/set-options.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { readAll } from './read-all.ts';

let testing: TestConsole;
let ann: Visitor;
let admin: Visitor;
let annId: number;

before(async () => {
  testing = await testConsole();
  annId = await testing.addUser({ username: 'ann' });
  const bobId = await testing.addUser({ username: 'bob' });
  await testing.addUser({ username: 'admin', role: 10 });
  [ann, admin] = [await testing.signedIn('ann'), await testing.signedIn('admin')];
  await testing.db.deleteFrom('usage_log').execute();
  const row = { created_at: new Date('2026-11-01T10:00:00.250Z'), type: 2, token_name: 'key', model: 'm1' };
  const rows = [
    { ...row, user_id: annId, username: 'ann', quota: 1_234_567, content: 'a "quoted", line' },
    { ...row, user_id: annId, username: 'ann', quota: 5, model: '=HYPERLINK("https://evil.example")' },
    { ...row, user_id: bobId, username: 'bob', quota: 7, content: '@SUM(1)' },
  ];
  await testing.db.insertInto('usage_log').values(rows).execute();
});
after(() => testing.close());

async function csv(visitor: Visitor, path: string): Promise<string[]> {
  const response = await visitor.request('GET', path);
  assert.equal(response.statusCode, 200, response.body);
  assert.match(String(response.headers['content-type']), /^text\/csv; charset=utf-8/);
  assert.match(
    String(response.headers['content-disposition']),
    /^attachment; filename="usage-log-\d{4}-\d\d-\d\d\.csv"$/,
  );
  return response.body.split('\r\n');
}

test('a user exports their own rows only, quoted as CSV asks, without channels', async () => {
  const [head = '', ...lines] = await csv(ann, '/api/log/self/export?username=bob');
  assert.ok(head.startsWith('\ufefftime,type,username,token,') && !head.includes('channel'), head);
  assert.equal(lines.length, 3, 'two rows and the end of the last one');
  const row = lines.find((line) => line.includes('1234567'));
  assert.ok(row?.startsWith('2026-11-01T10:00:00.250Z,2,ann,key,,m1,1234567,2.469134,'), String(row));
  assert.ok(row?.endsWith('"a ""quoted"", line"'), String(row));
});

test('dollars are as the log shows them: by the quota of a dollar that is set', async () => {
  await setOptions(testing, { QuotaPerUnit: '1000000' });
  for (const [visitor, path] of [
    [ann, '/api/log/self/export'],
    [admin, '/api/log/export'],
  ] as const) {
    const row = (await csv(visitor, path)).find((line) => line.includes(',1234567,'));
    assert.ok(row?.includes(',1234567,1.234567,'), path);
  }
  await setOptions(testing, { QuotaPerUnit: '500000' });
});

test('what a spreadsheet would run is text', async () => {
  const text = (await csv(admin, '/api/log/export')).join('\n');
  assert.match(text, /"'=HYPERLINK\(""https:\/\/evil\.example""\)"/);
  assert.match(text, /,'@SUM\(1\)/);
});

test('administrators export everybody, with channels, by any filter', async () => {
  const [head = ''] = await csv(admin, '/api/log/export');
  assert.ok(head.endsWith(',channel,channel_name'));
  const lines = await csv(admin, '/api/log/export?username=bob&type=2');
  assert.equal(lines.length, 3);
  assert.equal((await csv(admin, '/api/log/export?model_name=none')).length, 2);
});

test('many rows come once each, also those that share a moment', async () => {
  await sql`
    INSERT INTO usage_log (created_at, type, user_id, username, model, request_id)
    SELECT timestamptz '2026-10-01' + (i / 3) * interval '1 microsecond', 2, ${annId}, 'ann', 'bulk', i::text
    FROM generate_series(1, 60000) AS i`.execute(testing.db);
  const lines = await csv(ann, '/api/log/self/export?model_name=bulk');
  const ids = lines.slice(1, -1).map((line) => line.split(',')[14]);
  assert.deepEqual([ids.length, new Set(ids).size], [60_000, 60_000]);
});

test('no more is read than somebody takes', async () => {
  let queries = 0;
  const counted = testing.db.withPlugin({
    transformQuery({ node }) {
      queries++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const rows = readAll(counted, { userIds: [annId], model: 'bulk' });
  for (const expected of [1, 1, 1]) {
    await rows.next();
    assert.equal(queries, expected);
  }
  await rows.return(undefined);
});

test('a reader that leaves ends the export', async () => {
  const url = await testing.app.listen({ host: '127.0.0.1', port: 0 });
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/log/self/export?model_name=bulk`, {
    signal: leaving.signal,
    headers: {
      cookie: [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      authorization: `Bearer ${ann.cookies.get('session')}`,
      'new-api-user': String(annId),
    },
  });
  assert.equal(response.status, 200);
  await response.body?.getReader().read();
  leaving.abort();
  while (!testing.logged().includes('an export broke off')) await setImmediate();
});
