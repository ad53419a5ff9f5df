import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Wallet } from '@switchyard/kv';
import { audit } from '../audit/audit.ts';
import { consumeUsage } from '../consumers/usage-recorded.ts';
import { applyFigures, readFigures } from '../ledger/figures.ts';
import { settle } from '../ledger/settle.ts';
import type { Ports } from '../ports.ts';
import { waysToRun } from '../testing/adapters.ts';
import { type Books, testBooks } from '../testing/books.ts';
import { testPorts } from '../testing/ports.ts';
import { until } from '../testing/until.ts';
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

    const dismiss = (holdId: string, minutesAgo: number) =>
      books.db
        .updateTable('dead_letters')
        .set({ dismissed_at: new Date(Date.now() - minutesAgo * 60_000) })
        .where('payload', 'like', `%${holdId}%`)
        .execute();

    // Letters of an older billing name the hold in the payload alone.
    for (const column of ['hold_id', 'payload']) {
      test(`what a dead letter would settle by its ${column} stays held until it is dismissed, and is freed before anybody is accused`, async () => {
        const { userId, holdId } = await cutOff(`letter ${column} ${way}`);
        const letter = { subject: 's', payload: JSON.stringify({ holdId }), reason: 'r' };
        await books.db
          .insertInto('dead_letters')
          .values({ ...letter, hold_id: column === 'hold_id' ? holdId : null })
          .execute();
        await freeLostHoldsJob(later(72)).run();
        assert.equal(await held(userId), 40);
        await dismiss(holdId, 5);
        await audit(later(72), 'all');
        assert.equal(await inBreach(userId), false, 'the job has an hour to come');
        await freeLostHoldsJob(later(72)).run();
        assert.equal(await held(userId), 0);
      });
    }

    test('what is still held two hours after the dismissal is a breach', async () => {
      const { userId, holdId } = await cutOff(`left ${way}`);
      const letter = { subject: 's', payload: holdId, reason: 'r', hold_id: holdId };
      await books.db.insertInto('dead_letters').values(letter).execute();
      await dismiss(holdId, 119);
      await audit(later(72), 'all');
      assert.equal(await inBreach(userId), false);
      await dismiss(holdId, 121);
      await audit(later(72), 'all');
      assert.equal(await inBreach(userId), true);
      await freeLostHoldsJob(later(72)).run();
    });

    test('nothing is freed, and nobody accused, while charges wait in the stream or nobody can say', async () => {
      const { userId, tokenId, holdId } = await cutOff(`backlog ${way}`);
      const event = usageEvent({ userId, tokenId, holdId, charge: 40 });
      const published = ports.bus.publishUsage(Buffer.from(JSON.stringify(event)), event.id, 30_000);
      await until(async () => (await ports.bus.usageProgress()).stored > 0);
      await freeLostHoldsJob(later(25)).run();
      assert.equal(await held(userId), 40);
      const consumer = await consumeUsage(ports);
      await published;
      await until(async () => (await held(userId)) === 0);
      await consumer.stop();
      assert.equal((await ports.kv.wallet.read(userId))?.account?.base, 999_900);

      const lost = await cutOff(`bus away ${way}`);
      const bus = { ...ports.bus, usageProgress: () => Promise.reject(new Error('away')) };
      await freeLostHoldsJob({ ...later(25), bus }).run();
      assert.equal(await held(lost.userId), 40);
      await audit({ ...later(72), bus }, 'all');
      assert.equal(await inBreach(lost.userId), false);
      await freeLostHoldsJob(later(25)).run();
    });

    test('what a running relay holds stays held however long its spool is full, unless its dead letter is dismissed', async () => {
      const { userId, holdId } = await cutOff(`relay-1.a.1${way}`);
      const decided = await cutOff(`relay-1.a.2${way}`);
      await ports.kv.relays.beat('relay-1', 60_000);
      const letter = { subject: 's', payload: decided.holdId, reason: 'r', hold_id: decided.holdId };
      await books.db.insertInto('dead_letters').values(letter).execute();
      await dismiss(decided.holdId, 5);
      await freeLostHoldsJob(later(72)).run();
      assert.deepEqual([await held(userId), await held(decided.userId)], [40, 0], holdId);
      await audit(later(72), 'all');
      assert.equal(await inBreach(userId), false);
      await ports.kv.relays.leave('relay-1');
      await freeLostHoldsJob(later(25)).run();
      assert.equal(await held(userId), 0);
    });
  });
}
