import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deriveKeys, hashTokenKey } from '@switchyard/crypto';
import { type TestConsole, testConsole } from '../../testing/console.ts';
import type { Visitor } from '../../testing/visitor.ts';

let testing: TestConsole;
let ann: Visitor;
let eve: Visitor;
before(async () => {
  testing = await testConsole();
  await testing.addUser({ username: 'ann' });
  await testing.addUser({ username: 'eve', role: 100 });
  [ann, eve] = [await testing.signedIn('ann'), await testing.signedIn('eve')];
});
after(() => testing.close());

async function create(fields: object = {}) {
  const answer = await ann.post('/api/token/', { name: 'key', ...fields });
  assert.equal(answer.success, true, answer.message);
  return answer.data;
}

function row(id: number) {
  return testing.db.selectFrom('tokens').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

test('a key is made with the defaults, shown masked, and found by its hash', async () => {
  const token = await create();
  assert.match(token.key, /^sk-\w{4}\*{10}\w{4}$/);
  const { id, ids, key, created_time: created, ...rest } = token;
  assert.deepEqual(ids, [id]);
  assert.ok(Math.abs(created - Date.now() / 1000) < 10);
  assert.deepEqual(rest, {
    name: 'key',
    status: 1,
    remain_quota: 500_000,
    unlimited_quota: false,
    used_quota: 0,
    accessed_time: 0,
    expired_time: -1,
    group: '',
    model_limits_enabled: false,
    model_limits: '',
    allow_ips: '',
    deny_ips: '',
    daily_budget: 0,
    monthly_budget: 0,
    daily_used: 0,
    monthly_used: 0,
    rpm_limit: 0,
    tpm_limit: 0,
    concurrency_limit: 0,
    limit_message: '',
  });
  const revealed = await ann.post(`/api/token/${id}/key`);
  assert.match(revealed.data.key, /^sk-[0-9A-Za-z]{48}$/);
  assert.equal(revealed.data.key.slice(0, 7) + revealed.data.key.slice(-4), key.replaceAll('*', ''));
  const stored = await row(id);
  const { tokenPepper } = deriveKeys(testing.config.secret);
  assert.deepEqual(stored.key_hash, hashTokenKey(tokenPepper, revealed.data.key));
  assert.ok(!JSON.stringify(stored).includes(revealed.data.key.slice(3)));
});

test('a look at the key is logged without the key', async () => {
  const { id } = await create({ name: 'looked-at' });
  const { key } = (await ann.post(`/api/token/${id}/key`)).data;
  const { items } = (await ann.get('/api/log/self/?type=3')).data;
  assert.equal(items[0].content, `Revealed key looked-at (${id})`);
  assert.ok(!JSON.stringify(items).includes(key.slice(3)));
});

test('looks at keys are limited', async () => {
  const { id } = await create();
  const browser = await testing.signedIn('eve');
  const own = (await browser.post('/api/token/', { name: 'own' })).data.id;
  for (let index = 0; index < 20; index++) {
    assert.equal((await browser.request('POST', `/api/token/${own}/key`)).statusCode, 200);
  }
  const refused = await browser.request('POST', `/api/token/${own}/key`);
  assert.equal(refused.statusCode, 429);
  assert.ok(refused.headers['retry-after']);
  assert.equal((await ann.post(`/api/token/${id}/key`)).success, true, 'others are not held up');
});

test('nobody reaches the key of somebody else, whatever the role', async () => {
  const { id } = await create({ name: 'private' });
  const before_ = await row(id);
  for (const answer of [
    await eve.get(`/api/token/${id}`),
    await eve.put('/api/token/', { id, name: 'stolen', remain_quota: 1 }),
    await eve.put('/api/token/?status_only=true', { id, status: 2 }),
    await eve.delete(`/api/token/${id}/`),
  ]) {
    assert.deepEqual(answer, { success: false, message: 'This key does not exist.' });
  }
  assert.equal((await eve.post('/api/token/batch', { ids: [id] })).data, 0);
  const { rows } = { rows: (await eve.get('/api/token/?size=100')).data.items };
  assert.ok(!rows.some((item: { id: number }) => item.id === id));
  assert.deepEqual(await row(id), before_);
});

for (const [field, value] of [
  ['name', ''],
  ['name', 'x'.repeat(31)],
  ['remain_quota', -1],
  ['remain_quota', 0.5],
  ['remain_quota', 1e15 + 1],
  ['remain_quota', 2 ** 53],
  ['remain_quota', '1e3'],
  ['remain_quota', null],
  ['expired_time', 0],
  ['expired_time', -2],
  ['expired_time', 1_000_000_000],
  ['expired_time', 1e18],
  ['group', 'svip'],
  ['group', 'unheard-of'],
  ['allow_ips', '300.1.1.1'],
  ['allow_ips', '10.0.0.0/33'],
  ['allow_ips', '1'],
  ['allow_ips', Array.from({ length: 10_000 }, () => '10.0.0.1').join('\n')],
  [
    'allow_ips',
    Array.from({ length: 201 }, (_, index) => `10.0.0.${index}`)
      .join('\n')
      .slice(0, 19_000),
  ],
  ['deny_ips', '10.0.0.256'],
  ['deny_ips', '2001:db8::/129'],
  ['daily_budget', -1],
  ['daily_budget', 1e15 + 1],
  ['monthly_budget', 0.5],
  ['limit_message', 'x'.repeat(201)],
  ['limit_message', 'two\nlines'],
  ['rpm_limit', -1],
  ['tpm_limit', 1e9 + 1],
  ['concurrency_limit', 1.5],
  ['unlimited_quota', 'true'],
] as const) {
  test(`${field} ${JSON.stringify(value).slice(0, 40)} is refused with a reason`, async () => {
    const { id } = await create();
    const before_ = await row(id);
    for (const answer of [
      await ann.post('/api/token/', { name: 'key', [field]: value }),
      await ann.put('/api/token/', { id, [field]: value }),
    ]) {
      assert.equal(answer.success, false);
      assert.ok(answer.message.length > 10, answer.message);
    }
    assert.deepEqual(await row(id), before_);
  });
}

test('fields that are not sent stay, above all the quota, and the key itself cannot be set', async () => {
  const { id } = await create({ remain_quota: 900, rpm_limit: 7 });
  await testing.db.updateTable('tokens').set({ remain_quota: 300 }).where('id', '=', id).execute();
  const { key_hash: hash, sequence } = await row(id);
  const answer = await ann.put('/api/token/', { id, name: 'renamed', key: 'sk-mine', used_quota: 0, user_id: 1 });
  assert.equal(answer.success, true);
  const stored = await row(id);
  assert.deepEqual(
    [stored.name, stored.remain_quota, stored.rpm_limit, stored.sequence, stored.key_hash],
    ['renamed', 300, 7, sequence, hash],
  );
});

test('a new quota raises the sequence and every change is announced', async () => {
  const { id } = await create({ remain_quota: 900 });
  const { sequence } = await row(id);
  const announced = async () =>
    (await testing.db.selectFrom('outbox').select('subject').where('subject', '=', `token.changed.${id}`).execute())
      .length;
  assert.equal(await announced(), 1);
  await ann.put('/api/token/', { id, remain_quota: 1_000 });
  assert.equal((await row(id)).sequence, sequence + 1);
  await ann.put('/api/token/', { id, remain_quota: 1_000 });
  assert.equal((await row(id)).sequence, sequence + 1, 'the same quota is no change');
  assert.equal(await announced(), 2);
  await ann.put('/api/token/?status_only=true', { id, status: 2 });
  await ann.delete(`/api/token/${id}/`);
  assert.equal(await announced(), 4);
});

test('status_only changes nothing but the status', async () => {
  const { id } = await create({ name: 'same' });
  const answer = await ann.put('/api/token/?status_only=true', { id, status: 2, name: 'other', remain_quota: 1 });
  assert.deepEqual([answer.data.status, answer.data.name, answer.data.remain_quota], [2, 'same', 500_000]);
  assert.equal((await ann.put('/api/token/?status_only=true', { id, status: 4 })).success, false);
  assert.equal((await ann.put('/api/token/?status_only=true', { id, status: 1 })).data.status, 1);
});

test('who sends a key back as it was read can rename it, whatever became of it', async () => {
  for (const standing of [
    { expires_at: new Date(Date.now() - 1000) },
    { remain_quota: 0, unlimited_quota: false },
    { remain_quota: -700, unlimited_quota: true },
  ]) {
    const { id } = await create({ name: 'as read' });
    await testing.db.updateTable('tokens').set(standing).where('id', '=', id).execute();
    const { data } = await ann.get(`/api/token/${id}`);
    const renamed = await ann.put('/api/token/', { ...data, name: 'renamed' });
    assert.deepEqual(renamed.data, { ...data, name: 'renamed' });
  }
  const { id } = await create({ name: 'below' });
  assert.match((await ann.put('/api/token/', { id, remain_quota: -1 })).message, /less than 0/);
});

test('an expired key is enabled again only with another expiry', async () => {
  const { id } = await create({ unlimited_quota: true });
  const past = new Date(Date.now() - 1000);
  await testing.db.updateTable('tokens').set({ expires_at: past }).where('id', '=', id).execute();
  assert.equal((await ann.get(`/api/token/${id}`)).data.status, 3);
  const refused = await ann.put('/api/token/?status_only=true', { id, status: 1 });
  assert.match(refused.message, /expired/);
  assert.match((await ann.put('/api/token/', { id, status: 1 })).message, /expired/);
  assert.equal((await ann.put('/api/token/', { id, status: 1, expired_time: -1 })).data.status, 1);
});

test('an exhausted key is enabled again only with more quota or none to count', async () => {
  const { id } = await create({ remain_quota: 0 });
  assert.equal((await ann.get(`/api/token/${id}`)).data.status, 4);
  assert.match((await ann.put('/api/token/?status_only=true', { id, status: 1 })).message, /used up/);
  assert.equal((await ann.put('/api/token/', { id, remain_quota: 10 })).data.status, 1);
  await ann.put('/api/token/', { id, remain_quota: 0 });
  assert.equal((await ann.put('/api/token/', { id, unlimited_quota: true })).data.status, 1);
});

test('lists are read back as they were written', async () => {
  const { id } = await create({
    group: 'vip',
    allow_ips: ' 10.0.0.0/8 \n\n::1\n192.0.2.1',
    model_limits_enabled: true,
    model_limits: 'gpt-4o, gpt-4o-mini,,gpt-4o',
  });
  const { data } = await ann.get(`/api/token/${id}`);
  assert.equal(data.allow_ips, '10.0.0.0/8\n::1\n192.0.2.1');
  assert.equal(data.model_limits, 'gpt-4o,gpt-4o-mini');
  assert.deepEqual((await row(id)).allow_ips, ['10.0.0.0/8', '::1', '192.0.2.1']);
});

test('addresses may be refused, also ranges of version 6', async () => {
  const { id } = await create({ allow_ips: '10.0.0.0/8', deny_ips: '10.1.0.0/16,2001:db8::/32\n10.1.0.0/16' });
  const { data } = await ann.get(`/api/token/${id}`);
  assert.equal(data.deny_ips, '10.1.0.0/16\n2001:db8::/32');
  await ann.put('/api/token/', { id, deny_ips: null });
  assert.deepEqual((await row(id)).deny_ips, []);
});

test('a budget counts what was spent in its day and month, and nothing of those that are over', async () => {
  const { id } = await create({ unlimited_quota: true });
  const today = new Date().toISOString().slice(0, 10);
  const store = (values: object) => testing.db.updateTable('tokens').set(values).where('id', '=', id).execute();
  await store({ used_day: today, daily_used: 30, used_month: today.slice(0, 7), monthly_used: 70 });
  const { sequence } = await row(id);
  const { data } = await ann.put('/api/token/', { id, daily_budget: 100, monthly_budget: 120 });
  assert.deepEqual([data.daily_budget, data.monthly_budget, data.daily_used, data.monthly_used], [100, 120, 30, 70]);
  assert.deepEqual([(await row(id)).sequence, (await row(id)).spendable], [sequence + 1, 50]);

  await store({ used_day: '2026-01-31', used_month: '2026-01' });
  const later = (await ann.get(`/api/token/${id}`)).data;
  assert.deepEqual([later.daily_used, later.monthly_used], [0, 0]);
  await ann.put('/api/token/', { id, daily_budget: 90 });
  assert.equal((await row(id)).spendable, 90);
});

test('many keys are made at once, each with a key and a name of its own', async () => {
  await testing.addUser({ username: 'bea' });
  const bea = await testing.signedIn('bea');
  const name = 'x'.repeat(30);
  const made = await bea.post('/api/token/', { name, count: 3, remain_quota: 7 });
  assert.equal(made.data.name, name);
  const { items } = (await bea.get('/api/token/')).data;
  assert.deepEqual(
    items.map((item: { remain_quota: number }) => item.remain_quota),
    [7, 7, 7],
  );
  assert.equal(items[2].name, name);
  for (const item of items.slice(0, 2)) assert.match(item.name, /^x{23}-\w{6}$/);
  const keys = await Promise.all(
    items.map(async ({ id }: { id: number }) => (await bea.post(`/api/token/${id}/key`)).data.key),
  );
  assert.equal(new Set(keys).size, 3);
  for (const count of [0, 101, 1.5, '2']) {
    assert.equal((await bea.post('/api/token/', { name: 'no', count })).success, false);
  }
  assert.equal((await bea.get('/api/token/')).data.total, 3);
});

test('keys that were just made are shown together, and older ones are not', async () => {
  await testing.addUser({ username: 'tom' });
  const tom = await testing.signedIn('tom');
  const old = (await tom.post('/api/token/', { name: 'old' })).data.id;
  const past = new Date(Date.now() - 3_600_000);
  await testing.db.updateTable('tokens').set({ created_at: past }).where('id', '=', old).execute();
  const { ids } = (await tom.post('/api/token/', { name: 'team', count: 3 })).data;
  const { data } = await tom.post('/api/token/batch/keys', { ids: [...ids, old] });
  assert.deepEqual(
    data.map(({ id }: { id: number }) => id),
    ids,
  );
  assert.deepEqual((await ann.post('/api/token/batch/keys', { ids })).data, [], 'nobody else sees them');
  assert.equal(data[0].name, 'team');
  assert.equal(data[2].key, (await tom.post(`/api/token/${ids[2]}/key`)).data.key);
  const { items } = (await tom.get('/api/log/self/?type=3')).data;
  const looks = items.filter(({ content }: { content: string }) => content.startsWith('Revealed key'));
  assert.equal(looks.length, 4, 'every look is logged');
  for (const wrong of [[], Array.from({ length: 101 }, (_, index) => index + 1), ['1']]) {
    assert.equal((await tom.post('/api/token/batch/keys', { ids: wrong })).success, false);
  }
});

test('many keys are deleted at once, each announced and logged; those of others stay', async () => {
  await testing.addUser({ username: 'ida' });
  const ida = await testing.signedIn('ida');
  const foreign = await create({ name: 'foreign' });
  const { ids } = (await ida.post('/api/token/', { name: 'many', count: 3 })).data;
  const gone = ids.slice(0, 2);
  assert.equal((await ida.post('/api/token/batch', { ids: [...gone, gone[0], foreign.id] })).data, 2);
  const { items } = (await ida.get('/api/token/')).data;
  assert.deepEqual(
    items.map(({ id }: { id: number }) => id),
    ids.slice(2),
  );
  assert.equal((await row(foreign.id)).deleted_at, null);
  const announced = await testing.db
    .selectFrom('outbox')
    .select('subject')
    .where(
      'subject',
      'in',
      gone.map((id: number) => `token.changed.${id}`),
    )
    .execute();
  assert.equal(announced.length, 4, 'made and deleted');
  const log = (await ida.get('/api/log/self/?type=3')).data.items;
  assert.equal(log.filter(({ content }: { content: string }) => content.startsWith('Deleted key many')).length, 2);
  assert.equal((await ida.post('/api/token/batch', { ids: gone })).data, 0);
});

test('what is done to keys is in the log of their owner', async () => {
  await testing.addUser({ username: 'leo' });
  const leo = await testing.signedIn('leo');
  const { id } = (await leo.post('/api/token/', { name: 'mine' })).data;
  await leo.put('/api/token/', { id, rpm_limit: 3 });
  await leo.put('/api/token/?status_only=true', { id, status: 2 });
  const { items } = (await leo.get('/api/log/self/?type=3')).data;
  assert.deepEqual(
    items.slice(0, 3).map(({ content }: { content: string }) => content),
    [`Disabled key mine (${id})`, `Changed key mine (${id})`, `Made key mine (${id})`],
  );
});

test('pages count from 0 and are clamped; a deleted key is gone', async () => {
  await testing.addUser({ username: 'pat' });
  const pat = await testing.signedIn('pat');
  for (let index = 1; index <= 12; index++) await pat.post('/api/token/', { name: `key ${index}` });
  const names = async (query: string) => {
    const { data } = await pat.get(`/api/token/?${query}`);
    return data.items.map(({ name }: { name: string }) => name);
  };
  assert.equal((await names('p=0&size=10'))[0], 'key 12');
  assert.deepEqual(await names('p=1&size=10'), ['key 2', 'key 1']);
  assert.equal((await names('p=-1&size=0')).length, 1);
  assert.equal((await names('p=0&size=1000000')).length, 12);
  assert.deepEqual(await names('p=1000000000&size=10'), []);
  const { data } = await pat.get('/api/token/');
  assert.deepEqual([data.page, data.page_size, data.total], [0, 10, 12]);
  await pat.delete(`/api/token/${data.items[0].id}/`);
  assert.equal((await pat.get('/api/token/')).data.total, 11);
  assert.equal((await pat.get(`/api/token/${data.items[0].id}`)).success, false);
});

test('search finds part of a name, taken literally, and a whole key', async () => {
  await testing.addUser({ username: 'sue' });
  const sue = await testing.signedIn('sue');
  await sue.post('/api/token/', { name: '100% Mine' });
  const { id } = (await sue.post('/api/token/', { name: 'other' })).data;
  const found = async (query: string) =>
    (await sue.get(`/api/token/search?${query}`)).data.items.map(({ name }: { name: string }) => name);
  assert.deepEqual(await found('keyword=mine&token='), ['100% Mine']);
  assert.deepEqual(await found('keyword=%25&token='), ['100% Mine']);
  const { key } = (await sue.post(`/api/token/${id}/key`)).data;
  assert.deepEqual(await found(`keyword=&token=${key}`), ['other']);
  assert.deepEqual(await found(`token=${key.slice(3)}`), ['other']);
  assert.deepEqual(await found(`token=${key.slice(0, 20)}`), []);
});

test('search finds keys by the status that they show', async () => {
  await testing.addUser({ username: 'ned' });
  const ned = await testing.signedIn('ned');
  const make = async (name: string, fields: object = {}) =>
    (await ned.post('/api/token/', { name, unlimited_quota: true, ...fields })).data.id;
  await make('on');
  const off = await make('off', { unlimited_quota: false, remain_quota: 0 });
  const over = await make('over', { unlimited_quota: false, remain_quota: 0 });
  await make('spent', { unlimited_quota: false, remain_quota: 0 });
  await ned.put('/api/token/?status_only=true', { id: off, status: 2 });
  const past = new Date(Date.now() - 1000);
  await testing.db.updateTable('tokens').set({ expires_at: past }).where('id', 'in', [off, over]).execute();
  for (const [index, name] of ['on', 'off', 'over', 'spent'].entries()) {
    const { items, total } = (await ned.get(`/api/token/search?status=${index + 1}`)).data;
    assert.deepEqual([items.map((item: { name: string }) => item.name), total], [[name], 1]);
    assert.equal(items[0].status, index + 1);
  }
  assert.equal((await ned.get('/api/token/search?status=0')).data.total, 4);
  assert.equal((await ned.get('/api/token/search?status=5')).success, false);
});

test('parallel calls cannot pass the limit of 1000 keys', async () => {
  const id = await testing.addUser({ username: 'max' });
  const max = await testing.signedIn('max');
  const rows = Array.from({ length: 998 }, (_, index) => ({
    user_id: id,
    name: `k${index}`,
    key_hash: Buffer.from(`hash ${index}`),
    key_sealed: '',
    key_mask: '',
  }));
  await testing.db.insertInto('tokens').values(rows).execute();
  const answers = await Promise.all(Array.from({ length: 5 }, () => max.post('/api/token/', { name: 'more' })));
  assert.equal(answers.filter(({ success }) => success).length, 2);
  assert.match(answers.find(({ success }) => !success)?.message ?? '', /1000 keys/);
  await testing.db.deleteFrom('tokens').where('user_id', '=', id).where('name', '=', 'k0').execute();
  assert.match((await max.post('/api/token/', { name: 'two', count: 2 })).message, /1 more/);
});
