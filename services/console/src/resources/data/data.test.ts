import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestConsole, testConsole } from '../../testing/console.ts';
import type { Visitor } from '../../testing/visitor.ts';

const hour = 3600;
const day = 24 * hour;
/** Midnight in UTC, some days ago; a day of the week that begins a week. */
const monday = (() => {
  const days = Math.floor(Date.now() / 1000 / day) - 10;
  return (days - ((days + 3) % 7)) * day;
})();

let testing: TestConsole;
let ann: Visitor;
let admin: Visitor;
const ids: Record<string, number> = {};

before(async () => {
  testing = await testConsole();
  for (const username of ['ann', 'bob']) ids[username] = await testing.addUser({ username });
  await testing.addUser({ username: 'admin', role: 10 });
  [ann, admin] = [await testing.signedIn('ann'), await testing.signedIn('admin')];
  ids.alpha = (await ann.post('/api/token/', { name: 'alpha' })).data.id;
  const add = (user: string, at: number, model: string, quota: number, more: object = {}) =>
    testing.db
      .insertInto('usage_hourly')
      .values({
        hour: new Date(at * 1000),
        user_id: ids[user] as number,
        token_id: ids.alpha as number,
        channel_id: 5,
        model,
        group: 'default',
        requests: 4,
        errors: 1,
        quota,
        prompt_tokens: 100,
        completion_tokens: 10,
        cached_tokens: 30,
        duration_ms: 1000,
        first_byte_ms: 100,
        ...more,
      })
      .execute();
  await add('ann', monday, 'm1', 10);
  await add('ann', monday, 'm2', 500);
  await add('ann', monday + 20 * hour, 'm1', 20, { requests: 0, errors: 0, duration_ms: 0, first_byte_ms: 0 });
  await add('ann', monday + 30 * hour, 'm1', 40);
  await add('bob', monday + 30 * hour, 'm1', 80, { channel_id: 6 });
});
after(() => testing.close());

const around = `start_timestamp=${monday}&end_timestamp=${monday + 3 * day}`;

async function points(visitor: Visitor, path: string): Promise<[number, string, number][]> {
  const { success, message, data } = await visitor.get(path);
  assert.equal(success, true, message);
  return data.map((row: Record<string, unknown>) => [
    ((row.created_at as number) - monday) / hour,
    row.name,
    row.quota,
  ]);
}

test('a user sees their own usage by model and hour, with all that a chart shows', async () => {
  const { data } = await ann.get(`/api/data/self?${around}`);
  assert.deepEqual(data[1], {
    created_at: monday,
    key: 'm1',
    name: 'm1',
    model_name: 'm1',
    quota: 10,
    count: 4,
    errors: 1,
    token_used: 110,
    prompt_tokens: 100,
    completion_tokens: 10,
    cached_tokens: 30,
    duration_ms: 250,
    first_byte_ms: 25,
  });
  assert.deepEqual(await points(ann, `/api/data/self?${around}&username=bob`), [
    [0, 'm2', 500],
    [0, 'm1', 10],
    [20, 'm1', 20],
    [30, 'm1', 40],
  ]);
});

test('administrators see everybody, or one user', async () => {
  assert.equal((await points(admin, `/api/data/?${around}`)).at(-1)?.[2], 120);
  assert.deepEqual(await points(admin, `/api/data/?${around}&username=BOB`), [[30, 'm1', 80]]);
  assert.deepEqual(await points(admin, `/api/data/?${around}&username=nobody`), []);
});

test('days and weeks begin where the viewer lives', async () => {
  assert.deepEqual(await points(ann, `/api/data/self?${around}&bucket=day`), [
    [0, 'm2', 500],
    [0, 'm1', 30],
    [24, 'm1', 40],
  ]);
  assert.deepEqual(await points(ann, `/api/data/self?${around}&bucket=day&timezone=Asia/Shanghai`), [
    [-8, 'm2', 500],
    [-8, 'm1', 10],
    [16, 'm1', 60],
  ]);
  assert.deepEqual(await points(ann, `/api/data/self?${around}&bucket=week`), [
    [0, 'm2', 500],
    [0, 'm1', 70],
  ]);
});

test('usage is told apart by key, channel and user, under the names of today', async () => {
  assert.deepEqual(await points(ann, `/api/data/self?${around}&bucket=week&group_by=token`), [[0, 'alpha', 570]]);
  assert.deepEqual(await points(admin, `/api/data/?${around}&bucket=week&group_by=user`), [
    [0, 'ann', 570],
    [0, 'bob', 80],
  ]);
  const { data } = await admin.get(`/api/data/?${around}&bucket=week&group_by=channel`);
  assert.deepEqual(
    data.map(({ key, name, model_name }: Record<string, string>) => [key, name, model_name]),
    [
      ['5', '', ''],
      ['6', '', ''],
    ],
  );
  for (const by of ['channel', 'user', 'ip']) {
    assert.equal((await ann.get(`/api/data/self?${around}&group_by=${by}`)).success, false, by);
  }
});

test('beyond the 50 greatest everything is one', async () => {
  const rows = Array.from({ length: 60 }, (_, at) => ({
    hour: new Date((monday - 5 * day) * 1000),
    user_id: ids.bob as number,
    token_id: 0,
    channel_id: 0,
    model: `model-${at}`,
    group: 'default',
    requests: 1,
    quota: 1000 - at,
  }));
  await testing.db.insertInto('usage_hourly').values(rows).execute();
  const range = `start_timestamp=${monday - 5 * day}&end_timestamp=${monday - 4 * day}`;
  const { data } = await admin.get(`/api/data/?${range}`);
  assert.equal(data.length, 51);
  const rest = data.filter(({ key }: { key: string }) => key === '');
  assert.deepEqual([rest.length, rest[0].count], [1, 10]);
});

for (const [query, said] of [
  [`start_timestamp=${monday - 60 * day}&end_timestamp=${monday}`, /31 days/],
  [`start_timestamp=${monday - 400 * day}&end_timestamp=${monday}&bucket=day`, /366 days/],
  ['timezone=Nowhere/Land', /time zone/],
  ["timezone=UTC';", /time zone/],
  ['bucket=minute', /bucket/],
] as const) {
  test(`${query.replaceAll(/\d{9,}/g, '...')} is refused`, async () => {
    assert.match((await ann.get(`/api/data/self?${query}`)).message, said);
  });
}

test('a time that ends before it starts, and milliseconds for seconds, have no rows', async () => {
  const ms = monday * 1000;
  for (const query of [
    `start_timestamp=${monday + day}&end_timestamp=${monday}`,
    `start_timestamp=${ms}&end_timestamp=${ms + 1}`,
  ]) {
    assert.deepEqual(await points(ann, `/api/data/self?${query}`), []);
  }
});

test('the dashboard can be switched off', async () => {
  await admin.put('/api/option/', { key: 'DataExportEnabled', value: 'false' });
  assert.match((await ann.get('/api/data/self')).message, /switched off/);
  assert.equal((await testing.visitor().get('/api/status')).data.enable_data_export, false);
  await admin.put('/api/option/', { key: 'DataExportEnabled', value: 'true' });
});
