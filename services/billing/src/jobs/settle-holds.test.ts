import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Ports } from '../ports.ts';
import { type Books, testBooks } from '../testing/books.ts';
import { testPorts } from '../testing/ports.ts';
import { settleHoldsJob } from './settle-holds.ts';

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

test('a hold that was registered again after its last charge was journaled is settled, others stay as they are', async () => {
  const { wallet } = ports.kv;
  const userId = await books.user();
  const registered = { userId, tokenId: 1, tokenLimited: false, expiresAt: Date.now() + 60_000, force: true };
  for (const [holdId, total, journaled] of [
    ['settled', 100, 100],
    ['half', 50, 20],
    ['running', 30, 10],
  ] as const) {
    await wallet.hold({ ...registered, holdId, total });
    await books.db.insertInto('holds').values({ id: holdId, user_id: userId, journaled }).execute();
  }
  await wallet.close(userId, 'settled', 100);
  await wallet.close(userId, 'half', 50);
  await settleHoldsJob(ports).run();
  const state = await wallet.read(userId);
  assert.deepEqual(
    state?.holds.map(({ id, total, journaled }) => ({ id, total, journaled })),
    [
      { id: 'half', total: 50, journaled: 20 },
      { id: 'running', total: 30, journaled: 0 },
    ],
  );
});
