import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { earn } from '@switchyard/db';
import { mailProof, noteProofs } from '../../auth/registration/proofs.ts';
import { password, type TestConsole, testConsole } from '../../testing/console.ts';
import { takeCode } from '../../testing/mails.ts';
import { setOptions } from '../../testing/set-options.ts';
import type { Visitor } from '../../testing/visitor.ts';

let testing: TestConsole;
let people = 0;
before(async () => {
  testing = await testConsole();
});
afterEach(async () => {
  await testing.db.deleteFrom('options').execute();
  testing.options.forget();
});
after(() => testing.close());

async function inviter(): Promise<{ id: number; visitor: Visitor; code: string; username: string }> {
  const username = `host${++people}`;
  const id = await testing.addUser({ username });
  const visitor = await testing.signedIn(username);
  return { id, username, visitor, code: (await visitor.get('/api/user/aff')).data };
}

async function register(affCode: string, { address = `10.6.0.${++people}`, ...form } = {}) {
  const visitor = testing.visitor();
  visitor.address = address;
  const username = `guest${++people}`;
  const payload = { username, password, password2: password, aff_code: affCode, ...form };
  const answer = await visitor.post('/api/user/register', payload);
  assert.equal(answer.success, true, answer.message);
  return testing.db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .select(['users.id', 'inviter_id', 'inviter_near', 'reward_due', 'balance'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
}

async function give(userId: number, amount: number): Promise<void> {
  const reference = `test:${++people}`;
  await testing.db
    .transaction()
    .execute((trx) => earn(trx, { kind: 'reward', reference, userId, inviteeId: userId, amount }));
}

test('everybody has an invitation code of eight characters, always the same one and nobody else has it', async () => {
  const [one, two] = [await inviter(), await inviter()];
  assert.match(one.code, /^[A-Za-z0-9]{8}$/);
  assert.notEqual(one.code, two.code);
  assert.equal((await one.visitor.get('/api/user/aff')).data, one.code);
  assert.equal((await one.visitor.get('/api/user/self')).data.aff_code, one.code);
});

test('who registers with a code is counted once, gets what invitees get, and earns the inviter a reward later', async () => {
  await setOptions(testing, { QuotaForNewUser: '100', QuotaForInvitee: '1000', QuotaForInviter: '2000' });
  const { id, code, visitor } = await inviter();
  const guest = await register(code);
  assert.deepEqual([guest.inviter_id, guest.inviter_near, guest.reward_due, guest.balance], [id, false, true, 1_100]);
  const { data } = await visitor.get('/api/user/self');
  assert.deepEqual([data.aff_count, data.aff_quota, data.aff_history_quota, data.quota], [1, 0, 0, 0]);
});

test('a code that nobody has, or whose owner is disabled, is ignored', async () => {
  await setOptions(testing, { QuotaForInvitee: '1000' });
  const { id, code } = await inviter();
  await testing.db.updateTable('users').set({ status: 2 }).where('id', '=', id).execute();
  for (const given of [
    code,
    'nobodys1',
    "' OR 1=1",
    code.toLowerCase() === code ? code.toUpperCase() : code.toLowerCase(),
  ]) {
    const guest = await register(given);
    assert.deepEqual([guest.inviter_id, guest.balance, guest.reward_due], [null, 0, false]);
  }
});

test("from the inviter's own address the invitee gets no reward, and the inviter's waits for a payment", async () => {
  await setOptions(testing, { QuotaForInvitee: '1000' });
  const { id, code, visitor } = await inviter();
  const guest = await register(code, { address: visitor.address });
  assert.deepEqual([guest.inviter_id, guest.inviter_near, guest.balance], [id, true, 0]);
});

test('nobody invites their own mail box in another spelling', async () => {
  await setOptions(testing, {
    EmailVerificationEnabled: 'true',
    SMTPServer: 'mail.example.com',
    SMTPAccount: 'gateway@example.com',
  });
  const { id, code } = await inviter();
  await testing.db.transaction().execute((trx) => noteProofs(trx, id, [mailProof('me@example.com')]));
  const visitor = testing.visitor();
  visitor.address = '10.6.1.1';
  await visitor.get(`/api/verification?${new URLSearchParams({ email: 'me+2@example.com' })}`);
  const form = {
    username: 'myself',
    password,
    password2: password,
    aff_code: code,
    email: 'me+2@example.com',
    verification_code: await takeCode(testing, 'me+2@example.com'),
  };
  assert.equal((await visitor.post('/api/user/register', form)).success, true);
  const row = await testing.db
    .selectFrom('users')
    .select('inviter_id')
    .where('username', '=', 'myself')
    .executeTakeFirstOrThrow();
  assert.equal(row.inviter_id, null);
});

test('earnings move to the balance, from one dollar on and never more than there are', async () => {
  const { id, visitor } = await inviter();
  await give(id, 1_200_000);
  const move = (quota: unknown) => visitor.post('/api/user/aff_transfer', { quota });
  assert.match((await move(499_999)).message, /at least 500000/);
  assert.match((await move(1_200_001)).message, /at most/);
  for (const odd of [0, -500_000, 500_000.5, '500000', null, 1e16]) assert.equal((await move(odd)).success, false);
  assert.equal((await move(700_000)).success, true);
  const { data } = await visitor.get('/api/user/self');
  assert.deepEqual([data.quota, data.aff_quota, data.aff_history_quota], [700_000, 500_000, 1_200_000]);
  const rows = await testing.db.selectFrom('journal').select(['kind', 'amount']).where('user_id', '=', id).execute();
  assert.deepEqual(rows, [{ kind: 'rebate', amount: 700_000 }]);
});

test('of parallel transfers only those succeed for which there are earnings', async () => {
  const { id, visitor } = await inviter();
  await give(id, 1_500_000);
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => visitor.post('/api/user/aff_transfer', { quota: 500_000 })),
  );
  assert.equal(answers.filter(({ success }) => success).length, 3);
  const { data } = await visitor.get('/api/user/self');
  assert.deepEqual([data.quota, data.aff_quota], [1_500_000, 0]);
});
