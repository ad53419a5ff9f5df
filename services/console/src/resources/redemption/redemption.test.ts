import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type TestConsole, testConsole } from '../../testing/console.ts';
import type { Envelope, Visitor } from '../../testing/visitor.ts';

let testing: TestConsole;
let admin: Visitor;
before(async () => {
  testing = await testConsole();
  await testing.addUser({ username: 'admin', role: 10 });
  admin = await testing.signedIn('admin');
});
after(() => testing.close());

const oneMessage = 'This redemption code is not valid, or has been used.';
let users = 0;

async function newUser(): Promise<Visitor> {
  const username = `buyer${++users}`;
  await testing.addUser({ username });
  return testing.signedIn(username);
}

async function newCode(fields: object = {}): Promise<{ id: number; key: string }> {
  const { data } = await admin.post('/api/redemption/', { name: 'gift', quota: 700, count: 1, ...fields });
  const found = await admin.get(`/api/redemption/search?keyword=${data[0]}`);
  return found.data.items[0];
}

async function quotaOf(user: Visitor): Promise<number> {
  return (await user.get('/api/user/self')).data.quota;
}

test('codes are made, listed newest first with their keys, and recorded', async () => {
  const { success, data } = await admin.post('/api/redemption/', { name: 'spring', quota: 500_000, count: 3 });
  assert.equal(success, true);
  assert.equal(new Set(data).size, 3);
  for (const code of data) assert.match(code, /^[0-9a-f]{32}$/);
  const list = (await admin.get('/api/redemption/?p=1&page_size=2')).data;
  assert.deepEqual(
    {
      total: list.total,
      page: list.page,
      page_size: list.page_size,
      keys: list.items.map(({ key }: { key: string }) => key),
    },
    { total: 3, page: 1, page_size: 2, keys: [data[2], data[1]] },
  );
  const { id, created_time: createdTime, ...rest } = list.items[0];
  assert.deepEqual(rest, {
    name: 'spring',
    key: data[2],
    quota: 500_000,
    status: 1,
    expired_time: -1,
    redeemed_time: 0,
    used_user_id: 0,
  });
  assert.ok(createdTime > 0);
  assert.deepEqual((await admin.get(`/api/redemption/${id}`)).data, list.items[0]);
  const log = await admin.get('/api/log/?type=3');
  assert.match(log.data.items[0].content, /^Created 3 redemption codes spring of 500000 quota each/);
  assert.doesNotMatch(JSON.stringify(log), new RegExp(data.join('|')));
});

test('a code is found by its id, part of its name and itself', async () => {
  const code = await newCode({ name: 'Autumn sale' });
  for (const keyword of [String(code.id), 'umn SA', code.key, ` ${code.key.toUpperCase()} `]) {
    const { items } = (await admin.get(`/api/redemption/search?keyword=${encodeURIComponent(keyword)}`)).data;
    assert.ok(
      items.some(({ id }: { id: number }) => id === code.id),
      keyword,
    );
  }
  assert.deepEqual((await admin.get('/api/redemption/search?keyword=%25')).data.items, []);
});

test('a name that is left out is the value in dollars', async () => {
  const { key } = await newCode({ name: '', quota: 1_250_000 });
  const { items } = (await admin.get(`/api/redemption/search?keyword=${key}`)).data;
  assert.equal(items[0].name, '2.50 USD');
});

for (const fields of [
  { count: 0 },
  { count: 101 },
  { count: 1.5 },
  { count: '5' },
  { quota: 0 },
  { quota: -1 },
  { quota: 0.5 },
  { quota: 1e16 },
  { quota: null },
  { name: 'x'.repeat(21) },
  { expired_time: 1000 },
]) {
  test(`${JSON.stringify(fields)} makes no code`, async () => {
    const before_ = (await admin.get('/api/redemption/')).data.total;
    const answer = await admin.post('/api/redemption/', { name: 'x', quota: 1, count: 1, ...fields });
    assert.equal(answer.success, false);
    assert.ok(answer.message.length > 10);
    assert.equal((await admin.get('/api/redemption/')).data.total, before_);
  });
}

test('a code becomes quota once: balance, journal, history and the code say so', async () => {
  const user = await newUser();
  const code = await newCode({ quota: 700 });
  assert.deepEqual(await user.post('/api/user/topup', { key: ` ${code.key} ` }), {
    success: true,
    message: '',
    data: 700,
  });
  assert.equal(await quotaOf(user), 700);
  const again = await user.post('/api/user/topup', { key: code.key });
  assert.deepEqual(again, { success: false, message: oneMessage });
  assert.equal(await quotaOf(user), 700);
  const journal = await testing.db
    .selectFrom('journal')
    .select(['kind', 'reference', 'amount'])
    .where('user_id', '=', user.userId)
    .execute();
  assert.deepEqual(journal, [{ kind: 'redeem', reference: `code:${code.id}`, amount: 700 }]);
  const { items } = (await user.get('/api/log/self/?type=1')).data;
  assert.equal(items.length, 1);
  assert.equal(items[0].quota, 700);
  const used = (await admin.get(`/api/redemption/${code.id}`)).data;
  assert.equal(used.status, 3);
  assert.equal(used.used_user_id, user.userId);
  assert.ok(used.redeemed_time > 0);
});

test('redeems once under 200 parallel tries of 40 users', async () => {
  const code = await newCode({ quota: 900 });
  const everybody = await Promise.all(Array.from({ length: 40 }, newUser));
  const answers: Envelope[] = await Promise.all(
    everybody.flatMap((user) => Array.from({ length: 5 }, () => user.post('/api/user/topup', { key: code.key }))),
  );
  assert.equal(answers.length, 200);
  assert.equal(answers.filter(({ success }) => success).length, 1);
  assert.ok(answers.every(({ success, message }) => success || message === oneMessage));
  const balances = await Promise.all(everybody.map(quotaOf));
  assert.equal(
    balances.reduce((sum, balance) => sum + balance),
    900,
  );
  const { count } = await testing.db
    .selectFrom('journal')
    .select((on) => on.fn.countAll<number>().as('count'))
    .where('reference', '=', `code:${code.id}`)
    .executeTakeFirstOrThrow();
  assert.equal(count, 1);
});

test('one user redeems several codes at once', async () => {
  const user = await newUser();
  const before = await quotaOf(user);
  const codes = await Promise.all(Array.from({ length: 8 }, () => newCode()));
  const answers = await Promise.all(codes.map(({ key }) => user.post('/api/user/topup', { key })));
  assert.deepEqual(
    answers.map(({ success }) => success),
    codes.map(() => true),
  );
  assert.equal(await quotaOf(user), before + 8 * 700);
});

test('wrong, empty, huge, used, disabled, deleted and expired codes get one message', async () => {
  const disabled = await newCode();
  await admin.put('/api/redemption/?status_only=true', { id: disabled.id, status: 2 });
  const deleted = await newCode();
  await admin.delete(`/api/redemption/${deleted.id}/`);
  const expired = await newCode();
  await sql`UPDATE redemptions SET expires_at = now() - interval '1 second' WHERE id = ${expired.id}`.execute(
    testing.db,
  );
  const used = await newCode();
  await (await newUser()).post('/api/user/topup', { key: used.key });
  const user = await newUser();
  for (const key of ['', '0'.repeat(32), 'x'.repeat(1_000_000), used.key, disabled.key, deleted.key, expired.key]) {
    assert.deepEqual(
      await user.post('/api/user/topup', { key }),
      { success: false, message: oneMessage },
      key.slice(0, 40),
    );
  }
  assert.equal(await quotaOf(user), 0);
});

test('ten failures an hour, then 429 also for a right code; what succeeds does not count', async () => {
  const user = await newUser();
  for (let tries = 0; tries < 9; tries++) await user.post('/api/user/topup', { key: `wrong ${tries}` });
  for (let codes = 0; codes < 3; codes++) {
    const code = await newCode();
    assert.equal((await user.post('/api/user/topup', { key: code.key })).success, true);
  }
  await user.post('/api/user/topup', { key: 'wrong again' });
  const code = await newCode();
  const response = await user.request('POST', '/api/user/topup', { key: code.key });
  assert.equal(response.statusCode, 429);
  assert.ok(Number(response.headers['retry-after']) > 0);
  assert.equal((await admin.get(`/api/redemption/${code.id}`)).data.status, 1);
});

test('a code that was switched on again, or given more time, can be redeemed', async () => {
  const code = await newCode();
  assert.equal((await admin.put('/api/redemption/?status_only=true', { id: code.id, status: 2 })).data.status, 2);
  assert.equal((await admin.put('/api/redemption/?status_only=true', { id: code.id, status: 1 })).data.status, 1);
  await sql`UPDATE redemptions SET expires_at = now() - interval '1 second' WHERE id = ${code.id}`.execute(testing.db);
  const soon = Math.floor(Date.now() / 1000) + 3600;
  assert.equal((await admin.put('/api/redemption/', { id: code.id, expired_time: soon })).data.expired_time, soon);
  assert.equal((await (await newUser()).post('/api/user/topup', { key: code.key })).success, true);
});

test('a change touches only what it names; status_only changes nothing else', async () => {
  const code = await newCode({ name: 'old', quota: 700 });
  const changed = (await admin.put('/api/redemption/', { id: code.id, name: 'new' })).data;
  assert.equal(changed.name, 'new');
  assert.equal(changed.quota, 700);
  const body = { id: code.id, status: 2, quota: 9, name: 'x' };
  const switched = (await admin.put('/api/redemption/?status_only=true', body)).data;
  assert.deepEqual(
    { name: switched.name, quota: switched.quota, status: switched.status },
    { name: 'new', quota: 700, status: 2 },
  );
  for (const wrong of [{ status: 3 }, { status: 0 }, { name: ' ' }, { quota: 0 }]) {
    assert.equal((await admin.put('/api/redemption/', { id: code.id, ...wrong })).success, false);
  }
  assert.equal((await admin.put('/api/redemption/', { id: 987_654, name: 'x' })).message, 'This code does not exist.');
});

test('a used code can be neither changed nor enabled again', async () => {
  const code = await newCode();
  await (await newUser()).post('/api/user/topup', { key: code.key });
  for (const url of ['/api/redemption/', '/api/redemption/?status_only=true']) {
    const answer = await admin.put(url, { id: code.id, status: 1 });
    assert.equal(answer.success, false);
    assert.match(answer.message, /has been used/);
  }
  assert.equal((await admin.get(`/api/redemption/${code.id}`)).data.status, 3);
});

test('the list narrows by what codes are worth, and spent ones leave it together while their rows stay', async () => {
  const of = async (state: string) => {
    const { items } = (await admin.get(`/api/redemption/search?state=${state}&keyword=worth&page_size=100`)).data;
    return items.map(({ id }: { id: number }) => id);
  };
  const make = () => newCode({ name: 'worth' });
  const [unused, disabled, used, expired] = [await make(), await make(), await make(), await make()];
  await admin.put('/api/redemption/?status_only=true', { id: disabled.id, status: 2 });
  await (await newUser()).post('/api/user/topup', { key: used.key });
  await sql`UPDATE redemptions SET expires_at = now() - interval '1 second' WHERE id = ${expired.id}`.execute(
    testing.db,
  );
  assert.deepEqual(
    [await of('unused'), await of('disabled'), await of('used'), await of('expired')],
    [[unused.id], [disabled.id], [used.id], [expired.id]],
  );
  assert.ok((await admin.delete('/api/redemption/spent')).data >= 2);
  assert.equal((await admin.delete('/api/redemption/spent')).data, 0);
  assert.deepEqual([await of('unused'), await of('disabled')], [[unused.id], [disabled.id]]);
  assert.deepEqual([await of('used'), await of('expired')], [[], []]);
  const kept = await testing.db
    .selectFrom('redemptions')
    .select('id')
    .where('id', 'in', [used.id, expired.id])
    .execute();
  assert.equal(kept.length, 2);
});

test('codes are stored sealed, and none is in the log', async () => {
  const code = await newCode();
  await admin.put('/api/redemption/', { id: code.id, name: 'renamed' });
  await (await newUser()).post('/api/user/topup', { key: code.key });
  const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM redemptions AS t`.execute(testing.db);
  assert.ok(rows.every(({ row }) => !row.includes(code.key)));
  assert.ok(!testing.logged().includes(code.key));
  const audit = await sql<{ row: string }>`SELECT t::text AS row FROM usage_log AS t`.execute(testing.db);
  assert.ok(audit.rows.every(({ row }) => !row.includes(code.key)));
});
