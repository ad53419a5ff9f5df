import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { publishBatch } from '../outbox.ts';
import type { Ports } from '../ports.ts';
import { type Books, testBooks } from '../testing/books.ts';
import { testPorts } from '../testing/ports.ts';
import { renewBudgetsJob } from './renew-budgets.ts';

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

const today = new Date().toISOString().slice(0, 10);
const spent = { used_day: '2026-01-31', daily_used: 80, used_month: '2026-01', monthly_used: 300 };

async function tokenWith(fields: Partial<typeof spent> & { daily_budget?: number; monthly_budget?: number }) {
  const userId = await books.user();
  const id = await books.token(userId, 10_000);
  await books.db.updateTable('tokens').set(fields).where('id', '=', id).execute();
  return { id, userId };
}

function row(id: number) {
  return books.db
    .selectFrom('tokens')
    .select(['used_day', 'daily_used', 'used_month', 'monthly_used', 'sequence', 'spendable'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

test('budgets of a day and a month that are over begin anew, once, and the wallet hears of it', async () => {
  const { id, userId } = await tokenWith({ ...spent, daily_budget: 100, monthly_budget: 1_000 });
  const { sequence, spendable } = await row(id);
  assert.equal(spendable, 20);
  await ports.kv.wallet.load(userId, { version: 1, base: 1_000, frozen: false }, [
    { id, version: sequence, remain: spendable },
  ]);
  await renewBudgetsJob(ports).run();
  await renewBudgetsJob(ports).run();
  assert.deepEqual(await row(id), {
    used_day: today,
    daily_used: 0,
    used_month: today.slice(0, 7),
    monthly_used: 0,
    sequence: sequence + 1,
    spendable: 100,
  });
  while ((await publishBatch(ports)) > 0);
  const wallet = await ports.kv.wallet.read(userId);
  assert.equal(wallet?.tokens[0]?.state?.remain, 100);
});

test('what belongs to the day and the month under way stays, and so do keys without budgets', async () => {
  const running = { used_day: today, daily_used: 80, used_month: today.slice(0, 7), monthly_used: 300 };
  const current = await tokenWith({ ...running, daily_budget: 100, monthly_budget: 1_000 });
  const unlimited = await tokenWith(spent);
  const [currentBefore, unlimitedBefore] = [await row(current.id), await row(unlimited.id)];
  await renewBudgetsJob(ports).run();
  assert.deepEqual(await row(current.id), currentBefore);
  assert.deepEqual(await row(unlimited.id), unlimitedBefore);
});
