import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Wallet } from '@switchyard/kv';
import { audit } from '../audit/audit.ts';
import { applyFigures, readFigures } from '../ledger/figures.ts';
import { settle } from '../ledger/settle.ts';
import type { Ports } from '../ports.ts';
import { waysToRun } from '../testing/adapters.ts';
import { type Books, testBooks } from '../testing/books.ts';
import { testPorts } from '../testing/ports.ts';
import { received, usageEvent } from '../testing/usage-event.ts';
import { freeLostHoldsJob } from './free-lost-holds.ts';

const hourMs = 3_600_000;

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

    /** The same wallets, in which every hold ended so long ago. */
    function later(hours: number): Ports {
      const read: Wallet['read'] = async (userId) => {
        const state = await ports.kv.wallet.read(userId);
        const ago = hours * hourMs;
        return state && { ...state, holds: state.holds.map((hold) => ({ ...hold, expiresAt: hold.expiresAt - ago })) };
      };
      return { ...ports, kv: { ...ports.kv, wallet: Object.assign(Object.create(ports.kv.wallet), { read }) } };
    }

    /** A customer of whose hold of 100 the journal has 60 when its relay dies. */
    async function cutOff(holdId: string): Promise<{ userId: number; tokenId: number; holdId: string }> {
      const userId = await books.user();
      const tokenId = await books.token(userId);
      await applyFigures(ports.kv, await readFigures(books.db, { userIds: [userId] }));
      const [figures] = await readFigures(books.db, { userIds: [userId], tokenIds: [tokenId] });
      assert.ok(figures);
      await ports.kv.wallet.load(userId, figures.account, figures.tokens);
      const expiresAt = Date.now() + 100;
      await ports.kv.wallet.hold({ userId, tokenId, tokenLimited: true, holdId, total: 100, expiresAt });
      await ports.kv.wallet.renew(userId, [{ id: holdId, spent: 100 }], expiresAt);
      const event = usageEvent({ userId, tokenId, holdId, charge: 60 });
      await applyFigures(ports.kv, await settle(books.db, [received(event)]));
      await sleep(150);
      assert.equal(await held(userId), 40);
      return { userId, tokenId, holdId };
    }

    const held = async (userId: number) => (await ports.kv.wallet.read(userId))?.held;
    const inBreach = async (userId: number) =>
      (await books.db.selectFrom('breaches').select('id').where('user_id', '=', userId).execute()).length > 0;

    test('what a relay that is lost with its disk left held is free after a day, and no breach', async () => {
      const { userId } = await cutOff(`lost ${way}`);
      await freeLostHoldsJob(later(23)).run();
      assert.equal(await held(userId), 40, 'its relay may still come back');
      await freeLostHoldsJob(later(25)).run();
      assert.equal(await held(userId), 0);
      await audit(later(72), 'all');
      assert.equal(await inBreach(userId), false);
    });

    test('a relay that comes back after that has its charges journaled once, and the wallet agrees', async () => {
      const { userId, tokenId, holdId } = await cutOff(`away ${way}`);
      await freeLostHoldsJob(later(25)).run();
      const late = received(usageEvent({ userId, tokenId, holdId, charge: 30 }));
      for (let time = 0; time < 2; time++) await applyFigures(ports.kv, await settle(books.db, [late]));
      await ports.kv.wallet.close(userId, holdId, 90);
      const wallet = await ports.kv.wallet.read(userId);
      assert.deepEqual([wallet?.account?.base, wallet?.held, wallet?.holds], [999_910, 0, []]);
      assert.equal(wallet?.tokens[0]?.state?.remain, 999_910);
      await audit(later(72), 'all');
      assert.equal(await inBreach(userId), false);
    });

    test('what a dead letter would settle stays held until it is dismissed', async () => {
      const { userId, holdId } = await cutOff(`letter ${way}`);
      const letter = { subject: 's', payload: holdId, reason: 'r', hold_id: holdId };
      await books.db.insertInto('dead_letters').values(letter).execute();
      await freeLostHoldsJob(later(25)).run();
      assert.equal(await held(userId), 40);
      await books.db
        .updateTable('dead_letters')
        .set({ dismissed_at: new Date(Date.now() - 3 * hourMs) })
        .execute();
      await freeLostHoldsJob(later(25)).run();
      assert.equal(await held(userId), 0);
    });
  });
}
