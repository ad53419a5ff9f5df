import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applyFigures } from '../ledger/figures.ts';
import { settle } from '../ledger/settle.ts';
import type { Ports } from '../ports.ts';
import { type Books, testBooks } from '../testing/books.ts';
import { testPorts } from '../testing/ports.ts';
import { received, usageEvent } from '../testing/usage-event.ts';
import { cleanAuditRunsJob } from './clean-audit-runs.ts';
import { cleanHoldsJob } from './clean-holds.ts';
import { cleanProofsJob } from './clean-proofs.ts';
import { cleanSessionsJob } from './clean-sessions.ts';

let books: Books;
let ports: Ports & { close(): Promise<void> };
before(async () => {
  books = await testBooks();
  ports = await testPorts(books, 'single node');
});
after(async () => {
  await ports.close();
  await books.close();
});

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

test('sessions end after 7 idle days and after 30 days in any case', async () => {
  const userId = await books.user();
  const session = (name: string, created: number, seen: number) => ({
    id_hash: Buffer.from(name),
    user_id: userId,
    method: 'password',
    created_at: daysAgo(created),
    last_seen_at: daysAgo(seen),
  });
  await books.db
    .insertInto('sessions')
    .values([session('in use', 29, 6), session('idle', 8, 7.1), session('old', 30.1, 0)])
    .execute();
  await cleanSessionsJob(ports).run();
  const left = await books.db.selectFrom('sessions').select('id_hash').execute();
  assert.deepEqual(
    left.map(({ id_hash }) => id_hash.toString()),
    ['in use'],
  );
});

test('sums of holds are kept for 2 days, and as long as a wallet knows the hold', async () => {
  const [ada, bob] = [await books.user(), await books.user()];
  const hold = { tokenId: 1, tokenLimited: false, holdId: 'awaited', total: 100, expiresAt: Date.now() + 60_000 };
  await ports.kv.wallet.hold({ ...hold, userId: ada, force: true });
  await ports.kv.wallet.apply(ada, { version: 1, base: 0, frozen: false }, [], [{ id: 'awaited', journaled: 60 }]);
  await books.db
    .insertInto('holds')
    .values([
      { id: 'awaited', user_id: ada, journaled: 60, changed_at: daysAgo(60) },
      { id: 'forgotten', user_id: ada, journaled: 5, changed_at: daysAgo(2.1) },
      { id: 'kept', user_id: bob, journaled: 5, changed_at: daysAgo(1.9) },
      { id: 'gone', user_id: bob, journaled: 5, changed_at: daysAgo(2.1) },
    ])
    .execute();
  const left = () => books.db.selectFrom('holds').select('id').orderBy('id').execute();
  await cleanHoldsJob(ports).run();
  assert.equal((await left()).length, 4, 'a store that was emptied knows nothing of holds of relays that run');
  const read = (...marks: (string | undefined)[]) => ({ ...ports.kv.epoch, read: async () => marks.shift() });
  for (const epoch of [read('first', undefined), read('first', 'second')])
    await cleanHoldsJob({ ...ports, kv: { ...ports.kv, epoch } }).run();
  assert.equal((await left()).length, 4, 'nor does one that is emptied meanwhile');
  await ports.kv.epoch.open('first');
  await cleanHoldsJob(ports).run();
  assert.deepEqual(await left(), [{ id: 'awaited' }, { id: 'kept' }]);

  const late = usageEvent({ userId: ada, tokenId: 0, holdId: 'awaited', charge: 40 });
  await applyFigures(ports.kv, await settle(books.db, [received(late)]));
  await ports.kv.wallet.close(ada, 'awaited', 100);
  assert.equal(await ports.kv.wallet.read(ada), undefined, 'charges that came after two months are settled');
  await books.db
    .updateTable('holds')
    .set({ changed_at: daysAgo(3) })
    .execute();
  await cleanHoldsJob(ports).run();
  assert.deepEqual(await left(), []);
});

test('audit runs are kept for 30 days', async () => {
  const run = { scope: 'all', users: 1, breaches: 0 } as const;
  await books.db
    .insertInto('audit_runs')
    .values([
      { ...run, started_at: daysAgo(29) },
      { ...run, started_at: daysAgo(31) },
    ])
    .execute();
  await cleanAuditRunsJob(ports).run();
  assert.equal((await books.db.selectFrom('audit_runs').selectAll().execute()).length, 1);
});

test('codes and reset links go when they have expired', async () => {
  const [userId, otherId] = [await books.user(), await books.user()];
  const [past, future] = [daysAgo(0.001), daysAgo(-0.001)];
  const hash = (name: string) => Buffer.from(name);
  await books.db
    .insertInto('email_codes')
    .values([
      { subject_hash: hash('kept'), code_hash: hash('1'), expires_at: future },
      { subject_hash: hash('gone'), code_hash: hash('2'), expires_at: past },
    ])
    .execute();
  await books.db
    .insertInto('password_resets')
    .values([
      { user_id: userId, token_hash: hash('kept'), expires_at: future },
      { user_id: otherId, token_hash: hash('gone'), expires_at: past },
    ])
    .execute();
  await cleanProofsJob(ports).run();
  const codes = await books.db.selectFrom('email_codes').select('subject_hash').execute();
  assert.deepEqual(codes, [{ subject_hash: hash('kept') }]);
  assert.deepEqual(await books.db.selectFrom('password_resets').select('user_id').execute(), [{ user_id: userId }]);
});
