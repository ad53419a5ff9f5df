import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type FailureCause, latencyBucket } from '@switchyard/db';
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
  await add('ann', monday - 3 * day, 'm1', 70);
});
after(() => testing.close());

async function time(user: string, at: number, times: readonly number[]): Promise<void> {
  for (const ms of times) {
    await testing.db
      .insertInto('usage_latency')
      .values({ hour: new Date(at * 1000), user_id: ids[user] as number, bucket: latencyBucket(ms), durations: 1 })
      .execute();
  }
}

async function fail(user: string, at: number, channelId: number, cause: FailureCause, counts: object): Promise<void> {
  await testing.db
    .insertInto('usage_failures')
    .values({ hour: new Date(at * 1000), user_id: ids[user] as number, channel_id: channelId, cause, ...counts })
    .execute();
}

async function addChannel(name: string, status: number): Promise<number> {
  const { id } = await testing.db
    .insertInto('channels')
    .values({ type: 1, name, key_sealed: '', status })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

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

test('a summary has the figures as a whole, by stretch, and of as many days before', async () => {
  await time('ann', monday, [100, 200, 400, 800]);
  await time('ann', monday - 3 * day, [50]);
  await time('bob', monday, [60_000]);
  await fail('ann', monday, 5, 'upstream', { requests: 1, tries: 1 });
  await fail('ann', monday, 5, 'client_gone', { requests: 2 });
  await fail('ann', monday, 6, 'rate_limited', { tries: 9 });
  const { data } = await ann.get(`/api/data/self/summary?${around}&bucket=day`);
  assert.deepEqual([data.start_timestamp, data.end_timestamp], [monday, monday + 3 * day + hour]);
  const { duration, first_byte: firstByte, ...figures } = data.current;
  assert.deepEqual(figures, {
    quota: 570,
    count: 12,
    failed: 1,
    token_used: 440,
    prompt_tokens: 400,
    completion_tokens: 40,
    cached_tokens: 120,
  });
  assert.ok(
    Math.abs(duration.p50 / 200 - 1) < 0.19 && Math.abs(duration.p95 / 800 - 1) < 0.19,
    JSON.stringify(duration),
  );
  assert.deepEqual(firstByte, { p50: null, p95: null });
  assert.deepEqual([data.previous.quota, data.previous.duration.p50 < 60], [70, true]);
  assert.deepEqual(
    data.points.map((point: Record<string, number>) => [point.created_at, point.quota, point.failed]),
    [
      [monday, 530, 1],
      [monday + day, 40, 0],
    ],
  );
  assert.deepEqual(data.failures, [
    { created_at: monday, cause: 'client_gone', count: 2 },
    { created_at: monday, cause: 'upstream', count: 1 },
  ]);
});

test('what the channels cost is told to administrators alone, by the cost ratios of now', async () => {
  const channel = await addChannel('dear', 1);
  const first = monday - 60 * day;
  const query = `start_timestamp=${first}&end_timestamp=${first + hour}`;
  const row = { channel_id: channel, quota: 300, list_quota: 1_000 };
  await testing.db
    .insertInto('usage_hourly')
    .values({
      hour: new Date(first * 1000),
      user_id: ids.ann as number,
      token_id: 0,
      model: 'm1',
      group: 'vip',
      ...row,
    })
    .execute();
  const costOf = async () => {
    const [rows, summary] = [await admin.get(`/api/data/?${query}`), await admin.get(`/api/data/summary?${query}`)];
    return [rows.data[0].cost, summary.data.current.cost, summary.data.points[0].cost];
  };
  assert.deepEqual(await costOf(), [1_000, 1_000, 1_000]);
  const { success, message } = await admin.put('/api/channel/', { id: channel, cost_ratio: 0.25 });
  assert.equal(success, true, message);
  assert.deepEqual(await costOf(), [250, 250, 250]);
  const own = JSON.stringify([
    await ann.get(`/api/data/self?${query}`),
    await ann.get(`/api/data/self/summary?${query}`),
  ]);
  assert.ok(own.includes('300') && !own.includes('cost'), own);
});

test('the health of channels counts what they spoiled, and shows those in trouble first', async () => {
  const first = monday - 90 * day;
  const [good, bad, idle] = [await addChannel('good', 1), await addChannel('bad', 3), await addChannel('idle', 2)];
  for (const [channel_id, requests] of [
    [good, 8],
    [bad, 2],
  ] as const) {
    await testing.db
      .insertInto('usage_hourly')
      .values({
        hour: new Date(first * 1000),
        user_id: ids.bob as number,
        token_id: 0,
        channel_id,
        model: 'm1',
        group: 'default',
        requests,
        errors: 1,
        quota: 50,
        list_quota: 40,
      })
      .execute();
  }
  await fail('bob', first, bad, 'upstream', { requests: 1, tries: 4, last_try_at: new Date((first + 60) * 1000) });
  await fail('ann', first, bad, 'credential', { tries: 1, last_try_at: new Date((first + 90) * 1000) });
  const around = `start_timestamp=${first}&end_timestamp=${first + hour}`;
  const { data } = await admin.get(`/api/data/channels?${around}`);
  const shown = data.filter(({ id }: { id: number }) => [good, bad, idle].includes(id));
  assert.deepEqual(
    shown.map((row: Record<string, unknown>) => [
      row.id,
      row.served,
      row.failed_tries,
      row.cost,
      row.last_failure_time,
      row.last_failure_cause,
    ]),
    [
      [bad, 1, 5, 40, first + 90, 'credential'],
      [good, 7, 0, 40, 0, ''],
    ],
  );
  const ofBob = (await admin.get(`/api/data/channels?${around}&username=bob`)).data;
  assert.equal(ofBob.find(({ id }: { id: number }) => id === bad).failed_tries, 4);
});

test('how long a channel takes is told of everybody, and not of one user', async () => {
  const channel = await addChannel('timed', 1);
  const first = monday - 120 * day;
  await testing.db
    .insertInto('usage_latency_channels')
    .values({
      hour: new Date(first * 1000),
      channel_id: channel,
      bucket: latencyBucket(400),
      durations: 3,
      first_bytes: 0,
    })
    .execute();
  const duration = async (query: string) => {
    const { data } = await admin.get(
      `/api/data/channels?start_timestamp=${first}&end_timestamp=${first + hour}${query}`,
    );
    return data.find(({ id }: { id: number }) => id === channel).duration;
  };
  const { p50 } = await duration('');
  assert.ok(Math.abs(p50 / 400 - 1) < 0.19, String(p50));
  assert.deepEqual(await duration('&username=bob'), { p50: null, p95: null });
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
