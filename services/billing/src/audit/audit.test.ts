import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { uuidv7 } from '@switchyard/crypto';
import type { Wallet } from '@switchyard/kv';
import { sql } from 'kysely';
import { applyFigures } from '../ledger/figures.ts';
import { settle } from '../ledger/settle.ts';
import type { Ports } from '../ports.ts';
import { waysToRun } from '../testing/adapters.ts';
import { type Books, testBooks } from '../testing/books.ts';
import { testPorts } from '../testing/ports.ts';
import { received, usageEvent } from '../testing/usage-event.ts';
import { audit } from './audit.ts';
import { suspectsOf } from './examine.ts';
import { bookInvariants, sumInvariants, walletInvariants } from './invariants.ts';
import { forgetSums, keepSums, usersOffTheirSums } from './kept-sums.ts';
import { record } from './record.ts';
import { usedIsConsumed } from './used-is-consumed.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The id of a request that began so long ago. */
function idOfAge(ageMs: number): { id: string } {
  const time = (Date.now() - ageMs).toString(16).padStart(12, '0');
  return { id: `${time.slice(0, 8)}-${time.slice(8)}${uuidv7().slice(13)}` };
}

function walletTwoDaysLater(wallet: Wallet): Wallet {
  const read: Wallet['read'] = async (userId) => {
    const state = await wallet.read(userId);
    return (
      state && { ...state, holds: state.holds.map((hold) => ({ ...hold, expiresAt: hold.expiresAt - 4 * dayMs })) }
    );
  };
  return Object.assign(Object.create(wallet), { read });
}

for (const way of waysToRun) {
  describe(way, () => {
    let books: Books;
    let ports: Ports & { close(): Promise<void> };
    /** Sees every hold as one that ended more than two days ago. */
    let twoDaysLater: Ports;
    before(async () => {
      books = await testBooks();
      ports = await testPorts(books, way);
      twoDaysLater = { ...ports, kv: { ...ports.kv, wallet: walletTwoDaysLater(ports.kv.wallet) } };
    });
    after(async () => {
      await ports.close();
      await books.close();
    });

    /** One thing done wrong to one user's books, by the invariant that must notice; more may. */
    const tamperings: Record<string, (user: Customer) => Promise<unknown>> = {
      'balance-is-journal': ({ userId }) =>
        sql`UPDATE accounts SET balance = balance + 1 WHERE user_id = ${userId}`.execute(books.db),
      'used-is-consumed': ({ userId }) =>
        sql`UPDATE accounts SET request_count = request_count + 1 WHERE user_id = ${userId}`.execute(books.db),
      'token-used-is-consumed': ({ tokenId }) =>
        sql`UPDATE tokens SET used_quota = used_quota - 1 WHERE id = ${tokenId}`.execute(books.db),
      'budget-counts-consumption': ({ tokenId }) =>
        sql`UPDATE tokens SET daily_used = daily_used + 1 WHERE id = ${tokenId}`.execute(books.db),
      'consumption-is-logged': ({ userId }) =>
        sql`DELETE FROM usage_log WHERE id = (SELECT min(id) FROM usage_log WHERE user_id = ${userId})`.execute(
          books.db,
        ),
      'roll-up-is-consumption': ({ userId }) =>
        sql`UPDATE usage_hourly SET quota = quota + 1 WHERE user_id = ${userId}`.execute(books.db),
      'task-costs-what-is-journaled': ({ userId }) =>
        sql`UPDATE tasks SET status = 'FAILURE' WHERE user_id = ${userId}`.execute(books.db),
      'earnings-add-up': ({ userId }) =>
        sql`UPDATE users SET aff_history = aff_history + 1 WHERE id = ${userId}`.execute(books.db),
      'order-is-journaled': ({ userId }) =>
        sql`
          INSERT INTO topup_orders (public_id, trade_no, user_id, processor, amount_usd, rate, ratio, currency, payable_minor,
                                    quota, state, expires_at, credited_at)
          VALUES (gen_random_uuid(), ${`TU2026112100000000${userId}`}, ${userId}, 'epay', '1', '1', '1', 'USD', 100,
                  500000, 'credited', now(), now())`.execute(books.db),
      'code-is-journaled': ({ userId }) =>
        sql`
          INSERT INTO redemptions (code_hash, code_sealed, name, quota, created_by, status, used_at, used_user_id)
          VALUES (sha256(${String(userId)}::bytea), '', 'gift', 1, 1, 3, now(), ${userId})`.execute(books.db),
      'wallet-balance-is-account': ({ userId }) =>
        ports.kv.wallet.load(userId, { version: 1_000, base: 1, frozen: false }, []),
      'wallet-holds-add-up': ({ userId, holdId }) =>
        sql`UPDATE holds SET journaled = journaled - 1 WHERE id = ${holdId} AND user_id = ${userId}`.execute(books.db),
      'wallet-comes-to-rest': async ({ userId, tokenId }) => {
        const ended = {
          userId,
          tokenId,
          tokenLimited: false,
          holdId: `ended ${userId}`,
          total: 50,
          expiresAt: Date.now() + dayMs,
        };
        await ports.kv.wallet.hold(ended);
        await ports.kv.wallet.close(userId, ended.holdId, 50);
      },
    };

    test('books that add up have no breach, and each run is kept', async () => {
      await Promise.all(Array.from({ length: 3 }, customer));
      await audit(ports, 'all');
      await audit(ports, 'touched');
      assert.deepEqual(await openBreaches(), []);
      const runs = await books.db
        .selectFrom('audit_runs')
        .select(['scope', 'users', 'breaches'])
        .orderBy('id')
        .execute();
      assert.deepEqual(runs, [
        { scope: 'all', users: 3, breaches: 0 },
        { scope: 'touched', users: 3, breaches: 0 },
      ]);
    });

    for (const { name } of [...bookInvariants, ...walletInvariants]) {
      test(`${name}: a breach is found, freezes that user alone, and is marked when it is gone`, async () => {
        const good = await customer();
        const bad = await customer();
        const tamper = tamperings[name];
        assert.ok(tamper);
        await tamper(bad);
        await audit(twoDaysLater, 'all');

        const breaches = (await openBreaches()).filter((breach) => breach.user_id === bad.userId);
        assert.ok(
          breaches.some(({ invariant }) => invariant === name),
          JSON.stringify(breaches),
        );
        assert.equal(await frozen(bad.userId), true);
        assert.equal(await frozen(good.userId), false);
        const announced = await books.db
          .selectFrom('outbox')
          .select('subject')
          .where('subject', '=', `user.changed.${bad.userId}`)
          .execute();
        assert.ok(announced.length > 0);

        await mend(bad);
        await audit(twoDaysLater, 'all');
        assert.deepEqual(await openBreaches(), []);
        assert.equal(await frozen(bad.userId), true, 'an administrator decides');
      });
    }

    test('a breach that is known is not announced again and leaves a user alone who was released', async () => {
      const { userId } = await customer();
      await sql`UPDATE accounts SET balance = balance + 1 WHERE user_id = ${userId}`.execute(books.db);
      await audit(ports, 'touched');
      assert.equal(await frozen(userId), true);
      await sql`UPDATE accounts SET frozen = false WHERE user_id = ${userId}`.execute(books.db);
      await audit(ports, 'touched');
      assert.equal(await frozen(userId), false);
      assert.equal((await openBreaches()).length, 1);
      await sql`UPDATE accounts SET balance = balance - 1 WHERE user_id = ${userId}`.execute(books.db);
      await audit(ports, 'all');
    });

    test('requests from before the log was cleaned are no breach', async () => {
      const user = await customer();
      await sql`DELETE FROM usage_log WHERE user_id = ${user.userId}`.execute(books.db);
      await sql`UPDATE usage_log_horizon SET cleaned_before = now()`.execute(books.db);
      await audit(ports, 'all');
      await sql`UPDATE usage_log_horizon SET cleaned_before = '-infinity'`.execute(books.db);
      await mend(user);
      assert.deepEqual(await openBreaches(), []);
    });

    test('a request of long ago that is found by night stays a breach until it is mended', async () => {
      const user = await customer(3 * dayMs);
      await tamperings['consumption-is-logged']?.(user);
      await audit(ports, 'touched');
      assert.deepEqual(await openBreaches(), [], 'requests of long ago are left to the night');
      await audit(ports, 'all');
      assert.deepEqual(await breachesOf(user), ['consumption-is-logged']);
      await audit(ports, 'touched');
      assert.deepEqual(await breachesOf(user), ['consumption-is-logged']);
      await mend(user);
      await audit(ports, 'touched');
      assert.deepEqual(await breachesOf(user), []);
    });

    test('a breach found by one run is not resolved by another that began before', async () => {
      const user = await customer();
      const startedAt = new Date(Date.now() - 60_000);
      await tamperings['used-is-consumed']?.(user);
      await audit(ports, 'touched');
      const nothing = { invariant: usedIsConsumed, suspects: [], findings: [] };
      await record(books.db, ports.log, { userIds: [user.userId], startedAt, examinations: [nothing] });
      assert.deepEqual(await breachesOf(user), ['used-is-consumed']);
      await mend(user);
      await audit(ports, 'touched');
      assert.deepEqual(await breachesOf(user), []);
    });

    test('sums of what is long past are kept: charges of long ago that come later are no breach and are summed next time', async () => {
      const user = await customer(3 * dayMs);
      await audit(ports, 'touched');
      assert.equal(await keptConsumption(user), 300);
      await charge(user, 3 * dayMs, 'late');
      await charge(user, 0);
      await audit(ports, 'touched');
      assert.equal(await keptConsumption(user), undefined, 'forgotten: everything was read');
      await audit(ports, 'touched');
      assert.equal(await keptConsumption(user), 400);
      assert.deepEqual(await openBreaches(), []);
    });

    test('sums go on when a request took ten minutes: its charge is counted once, as of when it was written', async () => {
      const user = await customer(40 * minuteMs);
      await keepSums(books.db, [user.userId], new Date(Date.now() - 30 * minuteMs));
      await charge(user, 10 * minuteMs, 'late');
      for (const [minute, consumed] of [
        [-30, 300],
        [-2, 300],
        [0, 400],
        [1, 400],
      ] as const) {
        const before = new Date(Date.now() + minute * minuteMs);
        await keepSums(books.db, [user.userId], before);
        assert.equal(await keptConsumption(user), consumed);
        assert.deepEqual(await offTheirSums([user], before), []);
      }
    });

    test('sums go on from minute to minute, of requests and of all else, also of who was not among those of the minute before', async () => {
      const [ada, bob] = [await customer(20 * minuteMs), await customer(20 * minuteMs)];
      const now = Date.now();
      const keep = (minutesAgo: number, ...users: Customer[]) =>
        keepSums(
          books.db,
          users.map(({ userId }) => userId),
          new Date(now - minutesAgo * minuteMs),
        );
      await keep(10, ada, bob);
      for (const user of [ada, bob]) {
        await charge(user, 7 * minuteMs);
        await gift(user, 7 * minuteMs);
      }
      await keep(5, ada);
      assert.deepEqual([await keptConsumption(ada), await keptConsumption(bob)], [400, 300]);
      await charge(ada, 4 * minuteMs);
      await gift(bob, 4 * minuteMs);
      await charge(bob, 2 * minuteMs);
      await keep(3, ada, bob);
      assert.deepEqual([await keptConsumption(ada), await keptConsumption(bob)], [500, 400]);
      const before = new Date(now - 3 * minuteMs);
      assert.deepEqual(await offTheirSums([ada, bob], before), []);
      await tamperings['balance-is-journal']?.(bob);
      assert.deepEqual(await offTheirSums([ada, bob], before), [bob.userId]);
      await sql`UPDATE accounts SET balance = balance - 1 WHERE user_id = ${bob.userId}`.execute(books.db);
    });

    test('sums that were kept by a clock that is ahead are not forgotten for that', async () => {
      const [ada, bob] = [await customer(20 * minuteMs), await customer(20 * minuteMs)];
      await keepSums(books.db, [ada.userId], new Date(Date.now() + minuteMs));
      await charge(bob, 0);
      assert.deepEqual(await suspectsOf(ports, [ada.userId, bob.userId]), []);
      assert.deepEqual([await keptConsumption(ada), await keptConsumption(bob)], [300, 300]);
      await tamperings['balance-is-journal']?.(ada);
      assert.deepEqual(await suspectsOf(ports, [ada.userId, bob.userId]), [ada.userId]);
      await sql`UPDATE accounts SET balance = balance - 1 WHERE user_id = ${ada.userId}`.execute(books.db);
    });

    test('a charge whose id is none of ours is doubted while it is young, and summed by its time from then on', async () => {
      const user = await customer(20 * minuteMs);
      await charge(user, 30_000);
      await sql`
        UPDATE journal SET reference = 'elsewhere:log:' || reference WHERE user_id = ${user.userId} AND created_at > now() - interval '1 minute'
      `.execute(books.db);
      assert.deepEqual(await suspectsOf(ports, [user.userId]), [user.userId]);
      const old = { created_at: new Date(Date.now() - 5 * minuteMs) };
      await books.db
        .updateTable('journal')
        .set(old)
        .where('user_id', '=', user.userId)
        .where('reference', 'like', 'elsewhere:%')
        .execute();
      assert.deepEqual(await suspectsOf(ports, [user.userId]), []);
      assert.equal(await keptConsumption(user), 400);
      await sql`
        UPDATE journal SET reference = request_id, created_at = usage_log.created_at FROM usage_log
        WHERE reference = 'elsewhere:log:' || request_id`.execute(books.db);
    });

    test('of any number of users what was kept is forgotten', async () => {
      const user = await customer(20 * minuteMs);
      await keepSums(books.db, [user.userId], new Date());
      const manyOthers = Array.from({ length: 70_000 }, (_, index) => 1_000_000 + index);
      await forgetSums(books.db, [...manyOthers, user.userId]);
      assert.equal(await keptConsumption(user), undefined);
    });

    for (const { what, tamper } of [
      { what: 'another charge', tamper: sql`quota = quota + 1` },
      { what: 'another request', tamper: sql`request_id = 'of nobody'` },
    ]) {
      test(`a row of the log with ${what} is found`, async () => {
        const user = await customer();
        await sql`
          UPDATE usage_log SET ${tamper}
          WHERE id = (SELECT min(id) FROM usage_log WHERE user_id = ${user.userId})`.execute(books.db);
        await audit(ports, 'all');
        assert.deepEqual(await breachesOf(user), ['consumption-is-logged']);
        await sql`DELETE FROM usage_log WHERE user_id = ${user.userId}`.execute(books.db);
        await mend(user);
        await audit(ports, 'all');
        assert.deepEqual(await openBreaches(), []);
      });
    }

    for (const [ageMs, sinceLastRunMs] of [
      [4.5 * minuteMs, minuteMs],
      [50 * minuteMs, 59 * minuteMs],
    ] as const) {
      test(`a request without its row of the log is found ${ageMs / minuteMs} minutes later, ${sinceLastRunMs / minuteMs} after the last run`, async () => {
        const user = await customer(ageMs);
        await tamperings['consumption-is-logged']?.(user);
        await audit(ports, 'touched');
        assert.deepEqual(await openBreaches(), [], 'the last run has compared what is so old');
        const runs = await books.db
          .updateTable('audit_runs')
          .set({ started_at: new Date(Date.now() - sinceLastRunMs) });
        await runs.execute();
        await audit(ports, 'touched');
        assert.deepEqual(await breachesOf(user), ['consumption-is-logged']);
        await mend(user);
        await audit(ports, 'touched');
        assert.deepEqual(await openBreaches(), []);
      });
    }

    test('kept sums that are wrong accuse nobody', async () => {
      const user = await customer(3 * dayMs);
      await audit(ports, 'touched');
      await sql`
        UPDATE audit_sums SET amount = amount + 1, consumed = consumed - 1, requests = requests + 1, rolled_up = rolled_up + 1
        WHERE user_id = ${user.userId}`.execute(books.db);
      await audit(ports, 'touched');
      assert.deepEqual(await openBreaches(), []);
    });

    for (const { name } of sumInvariants) {
      test(`${name}: with kept sums a breach is found within the minute`, async () => {
        const user = await customer();
        await audit(ports, 'touched');
        await tamperings[name]?.(user);
        await audit(ports, 'touched');
        assert.ok((await breachesOf(user)).includes(name));
        await mend(user);
        await audit(ports, 'touched');
        assert.deepEqual(await openBreaches(), []);
      });
    }

    test('sums are brought up to a time part by part, and are what the whole journal says', async () => {
      const user = await customer(9 * hourMs);
      const day = Math.floor(Date.now() / hourMs - 24) * hourMs;
      for (const age of [7.5, 6, 5.2, 3, 1.5, 0.5]) await charge(user, age * hourMs);
      for (let hour = 0; hour <= 23; hour++) await keepSums(books.db, [user.userId], new Date(day + hour * hourMs));
      assert.deepEqual(await offTheirSums([user], new Date(day + 23 * hourMs)), []);
      assert.ok(((await keptConsumption(user)) ?? 0) >= 700);
    });

    test('sums that are kept in the middle of an hour bear what comes in the rest of it', async () => {
      const hour = Math.floor(Date.now() / hourMs - 1) * hourMs;
      const minute = (of: number) => hour + of * 60_000;
      const user = await customer(Date.now() - minute(10));
      await keepSums(books.db, [user.userId], new Date(minute(20)));
      await charge(user, Date.now() - minute(30));
      assert.deepEqual(await offTheirSums([user], new Date(minute(20))), []);
      await keepSums(books.db, [user.userId], new Date(minute(40)));
      await charge(user, Date.now() - minute(50));
      assert.deepEqual(await offTheirSums([user], new Date(minute(40))), []);
    });

    test('the hold that an open dead letter would have settled is no breach, another one of its user is', async () => {
      const user = await customer();
      await tamperings['wallet-comes-to-rest']?.(user);
      const named = (holdId: string) => ({ subject: 's', payload: holdId, reason: 'r', hold_id: holdId });
      const letters = books.db.insertInto('dead_letters');
      await letters.values({ ...named(`ended ${user.userId}`), user_id: user.userId }).execute();
      await audit(twoDaysLater, 'touched');
      assert.deepEqual(await breachesOf(user), []);
      await books.db
        .updateTable('dead_letters')
        .set({ dismissed_at: new Date(Date.now() - 3 * hourMs) })
        .execute();
      await letters.values({ ...named('another'), user_id: user.userId }).execute();
      await audit(twoDaysLater, 'touched');
      assert.deepEqual(await breachesOf(user), ['wallet-comes-to-rest']);
      await mend(user);
      await audit(twoDaysLater, 'touched');
    });

    test('nothing is found while charges are being settled', async () => {
      const { userId, tokenId, holdId } = await customer();
      let busy = true;
      const settling = (async () => {
        while (busy)
          await applyFigures(
            ports.kv,
            await settle(books.db, [received(usageEvent({ userId, tokenId, holdId, charge: 1 }))]),
          );
      })();
      for (let run = 0; run < 15; run++) await audit(ports, 'touched');
      busy = false;
      await settling;
      assert.deepEqual(await openBreaches(), []);
    });

    interface Customer {
      readonly userId: number;
      readonly tokenId: number;
      readonly holdId: string;
    }

    /** With a few charges, one of them for a task, known to the wallet, under a hold that is still open. */
    async function customer(ageMs = 0): Promise<Customer> {
      const userId = await books.user();
      const tokenId = await books.token(userId);
      const holdId = `hold-${tokenId}`;
      await ports.kv.wallet.load(userId, { version: 2, base: 1_000_000, frozen: false }, [
        { id: tokenId, version: 1, remain: 1_000_000 },
      ]);
      await ports.kv.wallet.hold({
        userId,
        tokenId,
        tokenLimited: true,
        holdId,
        total: 5_000,
        expiresAt: Date.now() + dayMs,
      });
      const task = {
        platform: 'suno',
        taskId: 'song',
        action: 'MUSIC',
        status: 'SUBMITTED',
        progress: '0%',
        prompt: '',
        data: {},
      } as const;
      const events = [{}, {}, { task }].map((fields) =>
        received(usageEvent({ userId, tokenId, holdId, ...idOfAge(ageMs), ...fields })),
      );
      await applyFigures(ports.kv, await settle(books.db, events));
      await writtenInTime(userId);
      return { userId, tokenId, holdId };
    }

    /** For a request that began so long ago; it was charged soon after that, or just now. */
    async function charge(
      { userId, tokenId, holdId }: Customer,
      ageMs: number,
      written: 'in time' | 'late' = 'in time',
    ) {
      const event = received(usageEvent({ userId, tokenId, holdId, ...idOfAge(ageMs) }));
      await applyFigures(ports.kv, await settle(books.db, [event]));
      if (written === 'in time') await writtenInTime(userId);
    }

    function offTheirSums(users: readonly Customer[], before: Date): Promise<number[]> {
      return usersOffTheirSums(books.db, { userIds: users.map(({ userId }) => userId), before });
    }

    async function gift({ userId }: Customer, ageMs: number): Promise<void> {
      const gift = { kind: 'gift', reference: uuidv7(), user_id: userId, amount: 50 } as const;
      await books.db
        .insertInto('journal')
        .values({ ...gift, created_at: new Date(Date.now() - ageMs) })
        .execute();
      await sql`UPDATE accounts SET balance = balance + 50 WHERE user_id = ${userId}`.execute(books.db);
    }

    async function writtenInTime(userId: number): Promise<void> {
      await books.db.updateTable('journal').set({ late_at: null }).where('user_id', '=', userId).execute();
    }

    /** What is kept of all keys of a user; undefined when nothing is. */
    async function keptConsumption({ userId }: Customer): Promise<number | undefined> {
      const { consumed } = await books.db
        .selectFrom('audit_sums')
        .select(({ fn }) => fn.sum('consumed').as('consumed'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return consumed === null ? undefined : Number(consumed);
    }

    /** Figures as they follow from the journal, whatever was done to them. */
    async function mend({ userId, tokenId, holdId }: Customer): Promise<void> {
      await sql`
        UPDATE accounts SET used_quota = 300, request_count = 3, sequence = 2000,
               balance = (SELECT sum(amount) FROM journal WHERE user_id = ${userId})
        WHERE user_id = ${userId}`.execute(books.db);
      await sql`UPDATE tokens SET used_quota = 300, daily_used = 300 WHERE id = ${tokenId}`.execute(books.db);
      await sql`UPDATE users SET aff_history = 0 WHERE id = ${userId}`.execute(books.db);
      await sql`UPDATE tasks SET status = 'SUBMITTED' WHERE user_id = ${userId}`.execute(books.db);
      await sql`DELETE FROM topup_orders WHERE user_id = ${userId}`.execute(books.db);
      await sql`DELETE FROM redemptions WHERE used_user_id = ${userId}`.execute(books.db);
      await sql`UPDATE holds SET journaled = 300 WHERE id = ${holdId}`.execute(books.db);
      await sql`UPDATE usage_hourly SET quota = 300 WHERE user_id = ${userId}`.execute(books.db);
      await sql`
        INSERT INTO usage_log (created_at, type, user_id, username, request_id, quota)
        SELECT created_at, 2, user_id, '', reference, -amount FROM journal
        WHERE user_id = ${userId} AND kind = 'consume'
          AND NOT EXISTS (SELECT 1 FROM usage_log WHERE request_id = reference)`.execute(books.db);
      await ports.kv.wallet.apply(
        userId,
        { version: 2000, base: 999_700, frozen: await frozen(userId) },
        [],
        [{ id: `ended ${userId}`, journaled: 50 }],
      );
    }

    async function breachesOf({ userId }: Customer): Promise<string[]> {
      return (await openBreaches()).filter((breach) => breach.user_id === userId).map(({ invariant }) => invariant);
    }

    async function openBreaches() {
      return books.db
        .selectFrom('breaches')
        .select(['invariant', 'user_id', 'detail'])
        .where('resolved_at', 'is', null)
        .execute();
    }

    async function frozen(userId: number): Promise<boolean> {
      const account = await books.db
        .selectFrom('accounts')
        .select('frozen')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return account.frozen;
    }
  });
}
