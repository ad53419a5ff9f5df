import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type TestConsole, testConsole } from '../../testing/console.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { mostRows } from './repository.ts';

const hour = 3600;
/** Start of an hour, some days ago. */
const base = Math.floor(Date.now() / 1000 / hour) * hour - 72 * hour;
let testing: TestConsole;
let ann: Visitor;
let admin: Visitor;
let annId: number;
let channelId: number;

interface Row {
  at: number;
  user?: 'ann' | 'bob';
  token?: 'alpha' | 'beta';
  model?: string;
  group?: string;
  quota?: number;
  type?: number;
  channel?: number;
}

before(async () => {
  testing = await testConsole();
  annId = await testing.addUser({ username: 'ann' });
  const bobId = await testing.addUser({ username: 'bob' });
  await testing.addUser({ username: 'admin', role: 10 });
  [ann, admin] = [await testing.signedIn('ann'), await testing.signedIn('admin')];
  const tokens: Record<string, number> = {};
  for (const name of ['alpha', 'beta']) tokens[name] = (await ann.post('/api/token/', { name })).data.id;
  const channel = { type: 1, name: 'upstream one', key: 'k', models: 'm', group: 'default' };
  channelId = (await admin.post('/api/channel/', channel)).data.ids[0];
  await testing.db.deleteFrom('usage_log').execute();
  const rows: Row[] = [
    { at: base - 1800, quota: 1, model: 'm1' },
    { at: base + 60, quota: 10, model: 'm1' },
    { at: base + 61, quota: 20, model: 'm2', token: 'beta' },
    { at: base + hour + 5, quota: 40, model: 'm1', group: 'vip' },
    { at: base + hour + 6, quota: 80, user: 'bob', model: 'm1' },
    { at: base + 2 * hour + 1800, quota: 160, model: 'm1' },
    { at: base + 3 * hour, quota: 320, model: 'm1', channel: channelId },
    { at: base + 3 * hour + 1, type: 1, quota: 5_000 },
    { at: Math.floor(Date.now() / 1000) - 5, quota: 640, model: 'm9' },
  ];
  const ids = { ann: annId, bob: bobId };
  for (const {
    at,
    user = 'ann',
    token = 'alpha',
    model = 'm1',
    group = 'default',
    quota = 0,
    type = 2,
    channel = 0,
  } of rows) {
    const common = { user_id: ids[user], token_id: tokens[token] as number, channel_id: channel, model, group };
    await testing.db
      .insertInto('usage_log')
      .values({
        ...common,
        created_at: new Date(at * 1000 + 500),
        type,
        username: user,
        token_name: token,
        quota,
        prompt_tokens: 100,
        completion_tokens: 7,
        duration_ms: 1250,
        stream: true,
        status: 200,
        request_id: `request-${at}`,
        ip: '192.0.2.1',
        content: 'model ratio 1',
        other: JSON.stringify({ model_ratio: '1', admin_info: { use_channel: [channel] } }),
      })
      .execute();
    if (type !== 2) continue;
    await testing.db
      .insertInto('usage_hourly')
      .values({ ...common, hour: new Date(Math.floor(at / hour) * hour * 1000), requests: 1, quota })
      .onConflict((conflict) =>
        conflict
          .columns(['hour', 'user_id', 'token_id', 'channel_id', 'model', 'group'])
          .doUpdateSet({ quota: sql`usage_hourly.quota + excluded.quota` }),
      )
      .execute();
  }
});
after(() => testing.close());

async function quotas(visitor: Visitor, path: string): Promise<number[]> {
  const answer = await visitor.get(path);
  assert.equal(answer.success, true, answer.message);
  return answer.data.items.map(({ quota }: { quota: number }) => quota);
}

test('users see their own rows, newest first, without channel and admin_info', async () => {
  assert.deepEqual(await quotas(ann, '/api/log/self/?page_size=20'), [640, 5_000, 320, 160, 40, 20, 10, 1]);
  const { items } = (await ann.get('/api/log/self/?type=2&model_name=m1')).data;
  assert.deepEqual(
    { ...items[0], id: 0 },
    {
      id: 0,
      created_at: base + 3 * hour,
      type: 2,
      username: 'ann',
      token_name: 'alpha',
      group: 'default',
      model_name: 'm1',
      quota: 320,
      prompt_tokens: 100,
      completion_tokens: 7,
      use_time: 1.25,
      is_stream: true,
      request_id: `request-${base + 3 * hour}`,
      ip: '192.0.2.1',
      status: 200,
      content: 'model ratio 1',
      other: '{"model_ratio":"1"}',
    },
  );
});

test('a keyword finds own rows by a part of their text, whatever its case, and no consumption', async () => {
  for (const [keyword, expected] of [
    ['RATIO', [5_000]],
    ['%', []],
    ['other words', []],
  ] as const) {
    assert.deepEqual(await quotas(ann, `/api/log/self/?keyword=${encodeURIComponent(keyword)}`), expected, keyword);
  }
});

test("a user's own list stays own whatever the query asks for", async () => {
  for (const query of ['username=bob', 'user_id=2', 'username=bob&type=2', `request_id=request-${base + hour + 6}`]) {
    assert.ok(!(await quotas(ann, `/api/log/self?${query}`)).includes(80), query);
  }
});

test('administrators see all rows with channel and what was tried', async () => {
  assert.equal((await quotas(admin, '/api/log/?page_size=20')).length, 9);
  const [row] = (await admin.get(`/api/log/?channel=${channelId}`)).data.items;
  assert.deepEqual([row.quota, row.channel, row.channel_name], [320, channelId, 'upstream one']);
  assert.deepEqual(JSON.parse(row.other).admin_info, { use_channel: [channelId] });
});

for (const [query, expected] of [
  ['type=1', [5_000]],
  ['type=2&username=BOB', [80]],
  ['username=nobody', []],
  ['token_name=beta', [20]],
  ['token_name=unknown', []],
  ['model_name=m2', [20]],
  ['model_name=m%25', []],
  ['group=vip', [40]],
  [`start_timestamp=${base + hour}&end_timestamp=${base + hour + 5}`, [40]],
  [`start_timestamp=${base + hour}&end_timestamp=${base}`, []],
  [`start_timestamp=${base * 1000}`, []],
  [`request_id=request-${base + 61}`, [20]],
  ['type=2&min_quota=160', [640, 320, 160]],
  [`min_quota=5&end_timestamp=${base + hour}`, [20, 10]],
] as const) {
  test(`filter ${query.replaceAll(/\d{9,}/g, '...')}`, async () => {
    assert.deepEqual(await quotas(admin, `/api/log/?page_size=20&${query}`), expected);
  });
}

test('pages are clamped, 0 and 1 are the first', async () => {
  const first = await quotas(ann, '/api/log/self?p=0&page_size=3');
  assert.deepEqual(first, await quotas(ann, '/api/log/self?p=1&page_size=3'));
  assert.equal((await quotas(ann, '/api/log/self?p=2&page_size=3'))[0], 160);
  assert.deepEqual(await quotas(ann, '/api/log/self?p=1000000000&page_size=1000000'), []);
  assert.equal((await quotas(ann, '/api/log/self?p=-1&page_size=0')).length, 1);
  assert.equal((await ann.get('/api/log/self')).data.total, 8);
});

for (const [query, expected] of [
  ['', 1_271],
  [`start_timestamp=${base}`, 1_270],
  [`start_timestamp=${base + 61}`, 1_260],
  [`end_timestamp=${base + 3 * hour}`, 631],
  [`end_timestamp=${base + 3 * hour - 1}`, 311],
  [`start_timestamp=${base + 61}&end_timestamp=${base + 2 * hour + 1799}`, 140],
  [`start_timestamp=${base + 61}&end_timestamp=${base + 2 * hour + 1800}`, 300],
  [`start_timestamp=${base + 60}&end_timestamp=${base + 60}`, 10],
  [`start_timestamp=${base + hour}&end_timestamp=${base}`, 0],
  ['username=bob', 80],
  ['token_name=beta', 20],
  ['model_name=m2', 20],
  ['group=vip', 40],
  ['type=2', 1_271],
  ['type=1', 0],
  ['min_quota=80', 1_200],
] as const) {
  test(`quota over ${query.replaceAll(/\d{9,}/g, '...') || 'everything'} is the sum of its rows`, async () => {
    const { data } = await admin.get(`/api/log/stat?${query}`);
    assert.equal(data.quota, expected);
  });
}

test('requests and tokens per minute count the last minute of the filter', async () => {
  assert.deepEqual((await ann.get('/api/log/self/stat')).data, { quota: 1_191, rpm: 1, tpm: 107 });
  assert.deepEqual((await ann.get('/api/log/self/stat?model_name=m1')).data, { quota: 531, rpm: 0, tpm: 0 });
  assert.deepEqual((await admin.get('/api/log/stat?username=bob')).data, { quota: 80, rpm: 0, tpm: 0 });
  assert.equal((await ann.get('/api/log/self/stat?username=bob')).data.quota, 1_191);
});

test('what was given back counts against the sum, in whole hours and in parts of them', async () => {
  const at = base + 10 * hour + 5;
  const row = { user_id: annId, token_id: 0, channel_id: 0, model: 'song', group: 'default' };
  for (const [type, quota] of [
    [2, 90],
    [6, 30],
  ] as const) {
    await testing.db
      .insertInto('usage_log')
      .values({ ...row, created_at: new Date(at * 1000), type, username: 'ann', quota })
      .execute();
  }
  await testing.db
    .insertInto('usage_hourly')
    .values({ ...row, hour: new Date((base + 10 * hour) * 1000), quota: 60 })
    .execute();
  for (const query of ['', `&start_timestamp=${at}`, `&start_timestamp=${at}&end_timestamp=${at}`, '&type=2']) {
    assert.equal((await admin.get(`/api/log/stat?model_name=song${query}`)).data.quota, 60, query);
  }
  assert.equal((await admin.get('/api/log/stat?model_name=song&type=4')).data.quota, 0);
});

test('the orders of the lists are read from indexes, and counting stops', async () => {
  await sql`
    INSERT INTO usage_log (created_at, type, user_id, username, model)
    SELECT now() - interval '1 day' - i * interval '1 second', 2, ${annId}, 'ann', 'bulk'
    FROM generate_series(1, ${mostRows + 2_000}) AS i`.execute(testing.db);
  await sql`ANALYZE usage_log`.execute(testing.db);
  const { data } = await admin.get('/api/log/?p=100&page_size=100');
  assert.equal(data.total, mostRows);
  assert.equal(data.items.length, 100);
  assert.equal((await admin.get('/api/log/?p=101&page_size=100')).data.items.length, 0);
  for (const where of ['true', `user_id = ${annId}`, 'type = 3']) {
    const plan = await sql<{ 'QUERY PLAN': string }>`
      EXPLAIN SELECT * FROM usage_log WHERE ${sql.raw(where)} ORDER BY created_at DESC, id DESC LIMIT 10`.execute(
      testing.db,
    );
    const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    assert.match(text, /Index Scan/, where);
    assert.doesNotMatch(text, /Seq Scan/, where);
  }
});

test('a long list goes on from today to the days before without a gap', async () => {
  const model = 'over-midnight';
  const midnight = new Date(new Date().toISOString().slice(0, 10));
  await sql`
    INSERT INTO usage_log (created_at, type, user_id, username, model, quota)
    SELECT ${midnight}::timestamptz - i * interval '1 second', 2, ${annId}, 'ann', ${model}::text, i
    FROM generate_series(-600, 599) AS i`.execute(testing.db);
  const page = (number: number) => quotas(admin, `/api/log/?model_name=${model}&p=${number}&page_size=100`);
  const pages = [await page(6), await page(7), await page(12)];
  const from = (first: number) => Array.from({ length: 100 }, (_, index) => first + index);
  assert.deepEqual(pages, [from(-100), from(0), from(500)]);
});
