import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { freeze } from '@switchyard/db';
import { type TestConsole, testConsole } from '../../../testing/console.ts';
import type { Visitor } from '../../../testing/visitor.ts';
import { untilSomebodyWaits } from '../../../testing/waiting.ts';

let testing: TestConsole;
let root: Visitor;
let admin: Visitor;
let peerId: number;
let users = 0;
before(async () => {
  testing = await testConsole();
  await testing.addUser({ username: 'root', role: 100 });
  await testing.addUser({ username: 'boss', role: 10 });
  peerId = await testing.addUser({ username: 'peer', role: 10 });
  root = await testing.signedIn('root');
  admin = await testing.signedIn('boss');
});
after(() => testing.close());

const reason = 'balance-is-journal: balance 7, journal 5';

/** A user whom an audit has frozen. */
async function frozenUser() {
  const username = `member${++users}`;
  const id = await testing.addUser({ username, balance: 5 });
  await testing.db.transaction().execute((trx) => freeze(trx, id, reason));
  await testing.db.deleteFrom('outbox').execute();
  return { id, username };
}

const addBreach = (id: number, resolvedAt: Date | null = null) =>
  testing.db
    .insertInto('breaches')
    .values({ invariant: 'balance-is-journal', user_id: id, detail: 'balance 7, journal 5', resolved_at: resolvedAt })
    .execute();

function accountOf(id: number) {
  return testing.db
    .selectFrom('accounts')
    .select(['frozen', 'frozen_reason', 'sequence', 'balance'])
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
}

async function lastEntry(): Promise<string> {
  return (await root.get('/api/audit/?page_size=1')).data.items[0].content;
}

test('administrators see who is frozen and why', async () => {
  const { id } = await frozenUser();
  const { data } = await admin.get(`/api/user/${id}`);
  assert.deepEqual([data.frozen, data.frozen_reason], [true, reason]);
  const { data: page } = await admin.get('/api/user/?page_size=1');
  assert.equal(page.items[0].frozen, true);
  const { data: peer } = await root.get(`/api/user/${peerId}`);
  assert.deepEqual([peer.frozen, peer.frozen_reason], [false, '']);
});

test('a release raises the sequence, which wallets ask for, goes out, and is in the audit log', async () => {
  const { id, username } = await frozenUser();
  await addBreach(id, new Date());
  const before = await accountOf(id);
  assert.equal((await admin.post(`/api/user/${id}/release`)).success, true);
  assert.deepEqual(await accountOf(id), {
    frozen: false,
    frozen_reason: '',
    sequence: before.sequence + 1,
    balance: before.balance,
  });
  const announced = await testing.db.selectFrom('outbox').select('subject').execute();
  assert.deepEqual(announced, [{ subject: `user.changed.${id}` }]);
  assert.equal(await lastEntry(), `Released user ${username} (${id}): frozen for ${reason}`);
  assert.match((await admin.post(`/api/user/${id}/release`)).message, /not frozen/);
});

test('while the books do not add up an administrator is refused, and root is not', async () => {
  const { id } = await frozenUser();
  await addBreach(id);
  const before = await accountOf(id);
  assert.match((await admin.post(`/api/user/${id}/release`)).message, /found a breach of balance-is-journal\. Mend/);
  assert.deepEqual(await accountOf(id), before);
  assert.equal((await root.post(`/api/user/${id}/release`)).success, true);
  assert.equal((await accountOf(id)).frozen, false);
  assert.match(await lastEntry(), /, with an open breach of balance-is-journal$/);
});

test('a breach that an audit notes at this moment counts', async () => {
  const { id } = await frozenUser();
  const { call } = await testing.db.transaction().execute(async (trx) => {
    const found = { invariant: 'used-is-consumed', user_id: id, detail: 'used 1, journal 0' };
    await trx.insertInto('breaches').values(found).execute();
    const call = admin.post(`/api/user/${id}/release`);
    await untilSomebodyWaits(testing.db);
    return { call };
  });
  assert.match((await call).message, /used-is-consumed/);
  assert.equal((await accountOf(id)).frozen, true);
});

test('nobody releases a user of the same or a higher level, and users nobody', async () => {
  await testing.db.transaction().execute((trx) => freeze(trx, peerId, reason));
  assert.match((await admin.post(`/api/user/${peerId}/release`)).message, /no right to update users/);
  const { id, username } = await frozenUser();
  const member = await testing.signedIn(username);
  assert.equal((await member.request('POST', `/api/user/${id}/release`)).statusCode, 403);
  assert.deepEqual([(await accountOf(peerId)).frozen, (await accountOf(id)).frozen], [true, true]);
});

test('a program with an access token is refused: a person decides', async () => {
  const { id } = await frozenUser();
  const { data: token } = await admin.get('/api/user/token');
  const headers = { authorization: token, cookie: null };
  const answer = await admin.request('POST', `/api/user/${id}/release`, undefined, headers);
  assert.equal(answer.statusCode, 403);
  assert.equal((await accountOf(id)).frozen, true);
});
