import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Ports } from '../ports.ts';
import { type Books, testBooks } from '../testing/books.ts';
import { testPorts } from '../testing/ports.ts';
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

test('sums of holds are kept for 2 days', async () => {
  await books.db
    .insertInto('holds')
    .values([
      { id: 'kept', user_id: 1, journaled: 5, changed_at: daysAgo(1.9) },
      { id: 'gone', user_id: 1, journaled: 5, changed_at: daysAgo(2.1) },
    ])
    .execute();
  await cleanHoldsJob(ports).run();
  assert.deepEqual(await books.db.selectFrom('holds').select('id').execute(), [{ id: 'kept' }]);
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
