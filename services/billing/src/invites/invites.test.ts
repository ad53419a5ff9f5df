import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Options, readOptions } from '@switchyard/contracts';
import { type JournalKind, post } from '@switchyard/db';
import { audit } from '../audit/audit.ts';
import { rebateInvitersJob } from '../jobs/rebate-inviters.ts';
import { rewardInvitersJob } from '../jobs/reward-inviters.ts';
import { settle } from '../ledger/settle.ts';
import type { Ports } from '../ports.ts';
import { type Books, testBooks } from '../testing/books.ts';
import { testPorts } from '../testing/ports.ts';
import { received, usageEvent } from '../testing/usage-event.ts';
import { rebateInviters } from './rebate.ts';
import { rewardInviters } from './reward.ts';

let books: Books;
let ports: Ports & { close(): Promise<void> };
before(async () => {
  books = await testBooks();
  ports = await testPorts(books, 'single node');
});
after(async () => {
  await audit(ports, 'all');
  const breaches = await books.db.selectFrom('breaches').select(['invariant', 'detail']).execute();
  await ports.close();
  await books.close();
  assert.deepEqual(breaches, []);
});

const options: Options = {
  ...readOptions([]).options,
  QuotaForInviter: 2_000,
  InviterRebatePercent: 10,
  InviteRewardAfterPaymentEnabled: false,
};
const afterPayment: Options = { ...options, InviteRewardAfterPaymentEnabled: true };

let numbers = 0;

/** An inviter and somebody they invited, who was given 1,000. */
async function pair({ isNear = false, isProved = true } = {}) {
  const inviter = await books.user(0);
  const invitee = await books.user(1_000);
  await books.db
    .updateTable('users')
    .set({
      inviter_id: inviter,
      inviter_near: isNear,
      reward_due: true,
      email: isProved ? `${invitee}@example.com` : null,
    })
    .where('id', '=', invitee)
    .execute();
  if (isProved)
    await books.db
      .insertInto('proofs')
      .values({ proof_hash: randomBytes(32), user_id: invitee })
      .execute();
  return { inviter, invitee };
}

async function book(userId: number, kind: Exclude<JournalKind, 'consume'>, amount: number): Promise<void> {
  await books.db.transaction().execute((trx) => post(trx, { kind, reference: `test:${++numbers}`, userId, amount }));
}

async function spend(userId: number, charge: number): Promise<void> {
  await settle(books.db, [received(usageEvent({ userId, tokenId: 0, charge }))]);
}

async function earned(userId: number): Promise<{ left: number; inAll: number }> {
  const { aff_quota: left, aff_history: inAll } = await books.db
    .selectFrom('users')
    .select(['aff_quota', 'aff_history'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { left, inAll };
}

const logOf = async (userId: number) =>
  (await books.db.selectFrom('usage_log').select('content').where('user_id', '=', userId).execute()).map(
    ({ content }) => content,
  );

test('the fixed reward is given once for each invitee, also by instances that run at once', async () => {
  const { inviter, invitee } = await pair();
  await Promise.all(Array.from({ length: 5 }, () => rewardInviters(books.db, options)));
  await rewardInviters(books.db, options);
  assert.deepEqual(await earned(inviter), { left: 2_000, inAll: 2_000 });
  assert.deepEqual(await logOf(inviter), [`Earned 2000 quota by inviting user ${invitee}`]);
});

test('an invitee who has proved nothing earns nothing, until they have', async () => {
  const { inviter, invitee } = await pair({ isProved: false });
  await book(invitee, 'topup', 500);
  await rewardInviters(books.db, options);
  assert.equal((await earned(inviter)).inAll, 0);
  await books.db
    .insertInto('identities')
    .values({ provider: 'github', subject: `${invitee}`, user_id: invitee, name: 'somebody' })
    .execute();
  await rewardInviters(books.db, options);
  assert.equal((await earned(inviter)).inAll, 2_000);
});

test('where rewards need a payment, only one that stands earns it', async () => {
  const { inviter, invitee } = await pair();
  await rewardInviters(books.db, afterPayment);
  await book(invitee, 'gift', 900);
  await rewardInviters(books.db, afterPayment);
  assert.equal((await earned(inviter)).inAll, 0);
  await book(invitee, 'topup', 500);
  await book(invitee, 'payback', -500);
  await rewardInviters(books.db, afterPayment);
  assert.equal((await earned(inviter)).inAll, 0);
  await book(invitee, 'topup', 1);
  await rewardInviters(books.db, afterPayment);
  assert.equal((await earned(inviter)).inAll, 2_000);
});

test('from the same address the reward needs a payment whatever the option says', async () => {
  const { inviter, invitee } = await pair({ isNear: true });
  await rewardInviters(books.db, options);
  assert.equal((await earned(inviter)).inAll, 0);
  await book(invitee, 'topup', 10_000);
  await rewardInviters(books.db, options);
  assert.equal((await earned(inviter)).inAll, 2_000);
  await spend(invitee, 5_000);
  await rebateInviters(books.db, options);
  assert.equal((await earned(inviter)).inAll, 2_000, 'and there is no rebate');
});

test('an address or an identity that another user showed before earns a reward only by paying', async () => {
  const { inviter, invitee } = await pair();
  await books.db.updateTable('proofs').set({ user_id: inviter }).where('user_id', '=', invitee).execute();
  await rewardInviters(books.db, options);
  assert.equal((await earned(inviter)).inAll, 0);
  await book(invitee, 'topup', 1);
  await rewardInviters(books.db, options);
  assert.equal((await earned(inviter)).inAll, 2_000);
});

test('a reward that a payment earned goes when the payment is taken back', async () => {
  const { inviter, invitee } = await pair();
  await book(invitee, 'topup', 500);
  await rewardInviters(books.db, afterPayment);
  await book(invitee, 'payback', -500);
  await rebateInviters(books.db, options);
  await rebateInviters(books.db, options);
  await rewardInviters(books.db, afterPayment);
  assert.deepEqual(await earned(inviter), { left: 0, inAll: 0 });
});

test('no reward is set: whoever deserved one then does not get it later', async () => {
  const { inviter } = await pair();
  await rewardInviters(books.db, { ...options, QuotaForInviter: 0 });
  await rewardInviters(books.db, options);
  assert.equal((await earned(inviter)).inAll, 0);
});

test('the rebate is of what was bought and spent, and gifts are spent first', async () => {
  const { inviter, invitee } = await pair();
  await spend(invitee, 900);
  await book(invitee, 'topup', 10_000);
  await rebateInviters(books.db, options);
  assert.equal((await earned(inviter)).inAll, 0, 'the first gift was spent');
  await spend(invitee, 1_100);
  await rebateInviters(books.db, options);
  assert.equal((await earned(inviter)).inAll, 100, '1,000 of what was bought');
  await book(invitee, 'gift', 5_000);
  await spend(invitee, 4_000);
  await rebateInviters(books.db, options);
  assert.equal((await earned(inviter)).inAll, 100, 'a gift was spent, though it came later');
  await spend(invitee, 500_000);
  await rebateInviters(books.db, options);
  assert.equal((await earned(inviter)).inAll, 1_000, 'never more than was bought');
});

test('the same spending earns once, also by instances that run at once', async () => {
  const { inviter, invitee } = await pair();
  await book(invitee, 'topup', 10_000);
  await spend(invitee, 3_000);
  await Promise.all(Array.from({ length: 5 }, () => rebateInviters(books.db, options)));
  await rebateInviters(books.db, options);
  assert.deepEqual(await earned(inviter), { left: 200, inAll: 200 });
});

test('what is too little for one quota waits for more', async () => {
  const { inviter, invitee } = await pair();
  await book(invitee, 'topup', 10_000);
  await spend(invitee, 1_009);
  await rebateInviters(books.db, options);
  assert.equal((await earned(inviter)).inAll, 0);
  await spend(invitee, 1);
  await rebateInviters(books.db, options);
  assert.equal((await earned(inviter)).inAll, 1);
});

test('spending while there is no rebate earns none later', async () => {
  const { inviter, invitee } = await pair();
  await book(invitee, 'topup', 10_000);
  await spend(invitee, 6_000);
  await rebateInviters(books.db, { ...options, InviterRebatePercent: 0 });
  await spend(invitee, 1_000);
  await rebateInviters(books.db, options);
  assert.equal((await earned(inviter)).inAll, 100);
});

test('money that went back takes its part of the rebate along, below zero when it was moved', async () => {
  const { inviter, invitee } = await pair();
  await book(invitee, 'topup', 10_000);
  await spend(invitee, 9_000);
  await rebateInviters(books.db, options);
  assert.equal((await earned(inviter)).inAll, 800);
  await books.db.updateTable('users').set({ aff_quota: 0 }).where('id', '=', inviter).execute();
  await books.db
    .insertInto('invite_earnings')
    .values({ kind: 'transfer', reference: 'moved', user_id: inviter, amount: -800 })
    .execute();
  await book(inviter, 'rebate', 800);
  await book(invitee, 'payback', -6_000);
  await rebateInviters(books.db, options);
  await rebateInviters(books.db, options);
  assert.deepEqual(await earned(inviter), { left: -400, inAll: 400 });
  await book(invitee, 'topup', 1_000);
  await rebateInviters(books.db, options);
  assert.deepEqual(await earned(inviter), { left: -300, inAll: 500 });
});

test('the jobs follow the options as they are stored', async () => {
  const { inviter, invitee } = await pair();
  await books.db
    .insertInto('options')
    .values([
      { key: 'QuotaForInviter', value: '70' },
      { key: 'InviterRebatePercent', value: '2.5' },
    ])
    .execute();
  await book(invitee, 'topup', 10_000);
  await spend(invitee, 5_000);
  await rewardInvitersJob(ports).run();
  await rebateInvitersJob(ports).run();
  assert.equal((await earned(inviter)).inAll, 70 + 100);
});
