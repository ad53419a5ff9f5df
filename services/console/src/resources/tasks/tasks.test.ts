import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { uuidv7 } from '@switchyard/crypto';
import { sql } from 'kysely';
import { type TestConsole, testConsole } from '../../testing/console.ts';
import type { Visitor } from '../../testing/visitor.ts';

const base = 1_790_000_000;

let testing: TestConsole;
let ann: Visitor;
let admin: Visitor;
const ids: Record<string, number> = {};

interface Row {
  user: 'ann' | 'bob';
  at: number;
  taskId: string;
  platform?: string;
  action?: string;
  status?: string;
  channel?: number;
  data?: object;
}

before(async () => {
  testing = await testConsole();
  for (const username of ['ann', 'bob'] as const) ids[username] = await testing.addUser({ username });
  await testing.addUser({ username: 'admin', role: 10 });
  [ann, admin] = [await testing.signedIn('ann'), await testing.signedIn('admin')];
  const rows: Row[] = [
    { user: 'ann', at: base, taskId: 's1', data: { data: [{ id: 'clip' }] } },
    { user: 'ann', at: base + 10, taskId: 's2', action: 'LYRICS', status: 'FAILURE', channel: 8 },
    { user: 'bob', at: base + 20, taskId: 's3' },
    { user: 'ann', at: base + 30, taskId: 'v1', platform: 'video', action: 'GENERATE' },
    { user: 'ann', at: base + 40, taskId: 'd1', platform: 'midjourney', action: 'IMAGINE', data: drawing },
    { user: 'bob', at: base + 50, taskId: 'd2', platform: 'midjourney', action: 'IMAGINE' },
  ];
  for (const row of rows) await add(row);
});
after(() => testing.close());

const drawing = { promptEn: 'a fox', imageUrl: 'https://pictures.example/1.png', buttons: [{ label: 'U1' }] };

async function add({
  user,
  at,
  taskId,
  platform = 'suno',
  action = 'MUSIC',
  status = 'SUCCESS',
  channel = 7,
  data = {},
}: Row) {
  await testing.db
    .insertInto('tasks')
    .values({
      request_id: uuidv7(),
      platform,
      task_id: taskId,
      user_id: ids[user] as number,
      token_id: 1,
      channel_id: channel,
      group: 'default',
      model: 'model',
      action,
      quota: 50_000,
      receipt: null,
      usage: '{}',
      status,
      progress: '100%',
      fail_reason: status === 'FAILURE' ? 'refused' : '',
      prompt: 'a prompt',
      data: JSON.stringify(data),
      submitted_at: new Date(at * 1000),
      started_at: null,
      finished_at: new Date((at + 5) * 1000),
    })
    .execute();
}

async function found(visitor: Visitor, path: string, key: 'task_id' | 'mj_id' = 'task_id'): Promise<string[]> {
  const answer = await visitor.get(path);
  assert.equal(answer.success, true, answer.message);
  return answer.data.items.map((item: Record<string, string>) => item[key]);
}

test('users see their own songs and videos, last submitted first, without the channel', async () => {
  assert.deepEqual(await found(ann, '/api/task/self'), ['v1', 's2', 's1']);
  const { items } = (await ann.get('/api/task/self?task_id=s1')).data;
  const { id, created_at, updated_at, ...rest } = items[0];
  assert.ok(id > 0 && created_at > base && updated_at > base);
  assert.deepEqual(rest, {
    task_id: 's1',
    platform: 'suno',
    user_id: ids.ann,
    quota: 50_000,
    action: 'MUSIC',
    status: 'SUCCESS',
    fail_reason: '',
    submit_time: base,
    start_time: 0,
    finish_time: base + 5,
    progress: '100%',
    properties: { input: 'a prompt' },
    video_url: '',
    data: [{ id: 'clip' }],
  });
});

test('a finished video has a link that plays it without a key', async () => {
  const [video] = (await ann.get('/api/task/self?task_id=v1')).data.items;
  assert.match(video.video_url, /^[^?]*\/v1\/videos\/linked\/[0-9a-f-]{36}\?k=[\w-]{43}$/);
  await testing.db.updateTable('tasks').set({ status: 'FAILURE' }).where('task_id', '=', 'v1').execute();
  assert.equal((await ann.get('/api/task/self?task_id=v1')).data.items[0].video_url, '');
  await testing.db.updateTable('tasks').set({ status: 'SUCCESS' }).where('task_id', '=', 'v1').execute();
});

test("a user's own list stays own whatever the query asks for", async () => {
  for (const query of ['task_id=s3', 'channel_id=7&task_id=s3', `user_id=${ids.bob}&task_id=s3`]) {
    assert.deepEqual(await found(ann, `/api/task/self?${query}`), [], query);
  }
  assert.deepEqual(
    await found(ann, '/api/task/self?channel_id=8'),
    ['v1', 's2', 's1'],
    'channels are not theirs to ask about',
  );
  assert.deepEqual(await found(ann, '/api/mj/self?mj_id=d2', 'mj_id'), []);
});

test('administrators see all with the channel', async () => {
  assert.deepEqual(await found(admin, '/api/task/'), ['v1', 's3', 's2', 's1']);
  const { items } = (await admin.get('/api/task/?task_id=s2')).data;
  assert.equal(items[0].channel_id, 8);
});

for (const [query, expected] of [
  ['channel_id=8', ['s2']],
  ['platform=video', ['v1']],
  ['platform=midjourney', []],
  ['action=lyrics', ['s2']],
  ['status=FAILURE', ['s2']],
  [`start_timestamp=${base + 10}&end_timestamp=${base + 20}`, ['s3', 's2']],
  [`end_timestamp=${base}`, ['s1']],
  ['task_id=%25', []],
] as const) {
  test(`filter ${query.replaceAll(/\d{9,}/g, '...')}`, async () => {
    assert.deepEqual(await found(admin, `/api/task/?${query}`), expected);
  });
}

test('pages 0 and 1 are the first, and total counts all', async () => {
  for (const p of [0, 1]) assert.deepEqual(await found(admin, `/api/task/?p=${p}&page_size=2`), ['v1', 's3']);
  const { items, ...page } = (await admin.get('/api/task/?p=2&page_size=2')).data;
  assert.deepEqual([items.length, page], [2, { page: 2, page_size: 2, total: 4 }]);
});

test('drawings have a list of their own, in milliseconds, with pictures behind our address', async () => {
  assert.deepEqual(await found(admin, '/api/mj/', 'mj_id'), ['d2', 'd1']);
  const [raw] = (await ann.get('/api/mj/self')).data.items;
  assert.equal(raw.image_url, drawing.imageUrl, 'without an address of our own');
  assert.deepEqual(
    [raw.mj_id, raw.prompt_en, raw.submit_time, raw.finish_time, raw.buttons, raw.channel_id],
    ['d1', 'a fox', (base + 40) * 1000, (base + 45) * 1000, '[{"label":"U1"}]', undefined],
  );
  for (const [start, end] of [
    [base + 41, base + 60],
    [(base + 41) * 1000, (base + 60) * 1000],
  ]) {
    assert.deepEqual(await found(admin, `/api/mj/?start_timestamp=${start}&end_timestamp=${end}`, 'mj_id'), ['d2']);
  }
  await testing.addUser({ username: 'root', role: 100 });
  const root = await testing.signedIn('root');
  assert.equal(
    (await root.put('/api/option/', { key: 'ServerAddress', value: 'https://gateway.example' })).success,
    true,
  );
  const [shown] = (await ann.get('/api/mj/self')).data.items;
  assert.match(shown.image_url, /^https:\/\/gateway\.example\/mj\/image\/[0-9a-f-]{36}\?k=[\w-]{43}$/);
});

test('the orders of the lists are read from indexes', async () => {
  await sql`
    INSERT INTO tasks (request_id, platform, task_id, user_id, token_id, channel_id, "group", model, action, quota, usage,
                       status, submitted_at)
    SELECT 'bulk ' || i, CASE WHEN i % 2 = 0 THEN 'suno' ELSE 'midjourney' END, 'bulk', ${ids.bob}, 1, 7, 'default', 'm',
           'MUSIC', 0, '{}', 'SUCCESS', now() - i * interval '1 second'
    FROM generate_series(1, 20000) AS i`.execute(testing.db);
  await sql`ANALYZE tasks`.execute(testing.db);
  for (const where of [
    `platform = 'midjourney'`,
    `platform <> 'midjourney'`,
    `user_id = ${ids.ann} AND platform <> 'midjourney'`,
    `platform = 'midjourney' AND task_id = 'd1'`,
  ]) {
    const plan = await sql<{ 'QUERY PLAN': string }>`
      EXPLAIN SELECT * FROM tasks WHERE ${sql.raw(where)} ORDER BY submitted_at DESC, id DESC LIMIT 10`.execute(
      testing.db,
    );
    const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    assert.match(text, /Index Scan/, where);
    assert.doesNotMatch(text, /Seq Scan/, where);
  }
});
