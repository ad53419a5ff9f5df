import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { UsageEvent } from '@switchyard/contracts';
import type { Wallet } from '@switchyard/kv';
import { bookLetter, runDeadLetters } from './dead-letters.ts';
import { applyFigures, readFigures } from './ledger/figures.ts';
import { park } from './ledger/park.ts';
import { settle } from './ledger/settle.ts';
import type { Ports } from './ports.ts';
import { waysToRun } from './testing/adapters.ts';
import { type Books, testBooks } from './testing/books.ts';
import { testPorts } from './testing/ports.ts';
import { until } from './testing/until.ts';
import { received, usageEvent } from './testing/usage-event.ts';

for (const way of waysToRun) {
  describe(way, () => {
    let books: Books;
    let ports: Ports & { close(): Promise<void> };
    before(async () => {
      books = await testBooks();
      ports = await testPorts(books, way);
    });
    after(async () => {
      await ports.close();
      await books.close();
    });

    /** A charge of 100 that could not be booked, whose hold of as much has ended. */
    async function parked(fields: Partial<UsageEvent> = {}): Promise<{ id: number; event: UsageEvent }> {
      const userId = await books.user();
      const tokenId = await books.token(userId);
      const event = usageEvent({ userId, tokenId, ...fields });
      const [figures] = await readFigures(books.db, { userIds: [userId], tokenIds: [tokenId] });
      assert.ok(figures);
      await ports.kv.wallet.load(userId, figures.account, figures.tokens);
      const hold = { userId, tokenId, tokenLimited: true, holdId: event.holdId, total: 100 };
      await ports.kv.wallet.hold({ ...hold, expiresAt: Date.now() + 60_000 });
      await ports.kv.wallet.close(userId, event.holdId, 100);
      await park(books.db, [{ line: JSON.stringify(event), reason: 'full', userId, holdId: event.holdId }]);
      const { id } = await letters().select('id').where('hold_id', '=', event.holdId).executeTakeFirstOrThrow();
      await ask(id);
      return { id, event };
    }

    const letters = () => books.db.selectFrom('dead_letters');
    const ask = (id: number) =>
      books.db.updateTable('dead_letters').set({ asked_at: new Date() }).where('id', '=', id).execute();
    const find = (id: number) => letters().select(['reason', 'asked_at']).where('id', '=', id).executeTakeFirst();

    async function assertBookedOnce({ userId, tokenId, id }: UsageEvent): Promise<void> {
      const journal = await books.db.selectFrom('journal').select('amount').where('reference', '=', id).execute();
      assert.deepEqual(journal, [{ amount: -100 }]);
      const log = await books.db.selectFrom('usage_log').select('quota').where('request_id', '=', id).execute();
      assert.deepEqual(log, [{ quota: 100 }]);
      const account = books.db.selectFrom('accounts').selectAll().where('user_id', '=', userId);
      const { balance, used_quota: used, request_count: requests } = await account.executeTakeFirstOrThrow();
      assert.deepEqual([balance, used, requests], [999_900, 100, 1]);
      const wallet = await ports.kv.wallet.read(userId);
      assert.deepEqual([wallet?.account?.base, wallet?.held, wallet?.holds], [999_900, 0, []]);
      assert.equal(wallet?.tokens.find((token) => token.id === tokenId)?.state?.remain, 999_900);
    }

    test('a letter that administrators ask for is booked and gone, and the wallet comes to rest; others stay', async () => {
      const { id, event } = await parked();
      await park(books.db, [{ line: 'not asked for', reason: 'not JSON', userId: null, holdId: null }]);
      const running = runDeadLetters(ports);
      await until(async () => (await find(id)) === undefined);
      await running.stop();
      await assertBookedOnce(event);
      assert.equal((await letters().select('id').where('payload', '=', 'not asked for').execute()).length, 1);
    });

    test('several instances at once book it once', async () => {
      const { event } = await parked();
      await Promise.all(Array.from({ length: 4 }, () => bookLetter(ports)));
      assert.equal(await bookLetter(ports), false);
      await assertBookedOnce(event);
    });

    test('one that was booked meanwhile is booked once', async () => {
      const { id, event } = await parked();
      await applyFigures(ports.kv, await settle(books.db, [received(event)]));
      await bookLetter(ports);
      assert.equal(await find(id), undefined);
      await assertBookedOnce(event);
    });

    test('a crash before the wallet knows leaves it to the next round, which books nothing twice', async () => {
      const { id, event } = await parked();
      const apply: Wallet['apply'] = () => Promise.reject(new Error('killed'));
      const wallet = Object.assign(Object.create(ports.kv.wallet), { apply });
      await assert.rejects(bookLetter({ ...ports, kv: { ...ports.kv, wallet } }), /killed/);
      assert.ok((await find(id))?.asked_at);
      await bookLetter(ports);
      assert.equal(await find(id), undefined);
      await assertBookedOnce(event);
    });

    test('one whose figures the wallet does not take keeps no other waiting, and says why when they are at fault', async () => {
      const { id: first, event: sick } = await parked();
      const { id: second, event } = await parked();
      const failing = (error: Error): Ports => {
        const apply: Wallet['apply'] = (userId, ...rest) =>
          userId === sick.userId ? Promise.reject(error) : ports.kv.wallet.apply(userId, ...rest);
        return { ...ports, kv: { ...ports.kv, wallet: Object.assign(Object.create(ports.kv.wallet), { apply }) } };
      };
      const away = failing(new Error('away'));
      await assert.rejects(bookLetter(away), /away/);
      await bookLetter(away);
      assert.equal(await find(second), undefined);
      await assertBookedOnce(event);
      await bookLetter(failing(new RangeError('too much')));
      assert.deepEqual(await find(first), { reason: 'RangeError: too much', asked_at: null });
      await ask(first);
      await bookLetter(ports);
      await assertBookedOnce(sick);
    });

    test('one that fails again stays, waits for nobody and says why', async () => {
      const { id: refused } = await parked({ userId: 987_654 });
      const { id: unreadable } = await parked({ charge: -5 });
      const { id: tooMuch, event } = await parked();
      await books.db
        .updateTable('accounts')
        .set({ balance: -999_999_999_999_999 })
        .where('user_id', '=', event.userId)
        .execute();
      while (await bookLetter(ports));
      assert.deepEqual(await find(refused), { reason: 'user 987654 has no account', asked_at: null });
      assert.deepEqual(await find(unreadable), { reason: '/charge must be >= 0', asked_at: null });
      assert.match((await find(tooMuch))?.reason ?? '', /quota_check/);
    });
  });
}
