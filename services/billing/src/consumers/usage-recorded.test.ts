import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { UsageEvent } from '@switchyard/contracts';
import { migrate, openDatabase } from '@switchyard/db';
import { createLogger } from '@switchyard/log';
import { startPostgres } from '@switchyard/testing';
import type { Ports, Running } from '../ports.ts';
import { waysToRun } from '../testing/adapters.ts';
import { type Books, testBooks } from '../testing/books.ts';
import { testPorts } from '../testing/ports.ts';
import { shuffle } from '../testing/shuffle.ts';
import { until } from '../testing/until.ts';
import { usageEvent } from '../testing/usage-event.ts';
import { consumeUsage } from './usage-recorded.ts';

let books: Books;
before(async () => {
  books = await testBooks();
});
after(() => books.close());

for (const way of waysToRun) {
  describe(way, () => {
    let ports: Ports & { close(): Promise<void> };
    let consumer: Running;
    before(async () => {
      ports = await testPorts(books, way);
      consumer = await consumeUsage(ports);
    });
    after(async () => {
      await consumer.stop();
      await ports.close();
    });

    const publish = (...lines: (UsageEvent | string)[]) =>
      ports.bus.publishUsage(
        Buffer.from(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')),
        randomUUID(),
      );

    test('what is published ten times, shuffled, is charged once and the wallet comes to rest', async () => {
      const { userId, tokenId, holdId } = await customerWithHold(ports, 5_000);
      const events = Array.from({ length: 50 }, () => usageEvent({ userId, tokenId, holdId }));
      const deliveries = shuffle(Array.from({ length: 10 }, () => events).flat());
      for (let start = 0; start < deliveries.length; start += 100) {
        await publish(...deliveries.slice(start, start + 100));
      }
      await until(async () => (await usedQuota(userId)) === 5_000);
      await until(async () => (await ports.kv.wallet.read(userId))?.holds[0]?.journaled === 5_000);
      await ports.kv.wallet.close(userId, holdId, 5_000);
      const wallet = await ports.kv.wallet.read(userId);
      assert.equal(wallet?.account?.base, 995_000);
      assert.equal(wallet?.held, 0);
      assert.deepEqual(wallet?.holds, []);
      assert.equal(wallet?.tokens[0]?.state?.remain, 995_000);
    });

    test('lines that are no events are parked with the reason and the rest of the message is settled', async () => {
      const { userId, tokenId } = await customer();
      const good = usageEvent({ userId, tokenId });
      const wrongVersion = { ...usageEvent({ userId, tokenId }), version: 2 as 1 };
      await publish(
        '{"half":',
        good,
        wrongVersion,
        { ...usageEvent({ userId, tokenId }), charge: -5 },
        '\0'.repeat(9_000),
      );
      await until(async () => (await usedQuota(userId)) === 100);
      assert.deepEqual(await reasonsFor(userId), ['/charge must be >= 0', '/version must be equal to constant']);
      const strangers = await books.db
        .selectFrom('dead_letters')
        .select('reason')
        .where('user_id', 'is', null)
        .execute();
      assert.deepEqual(new Set(strangers.map(({ reason }) => reason)), new Set(['not JSON']));
    });

    test('a message of more unreadable lines than a statement takes values is parked, and holds nobody up', async () => {
      const { userId, tokenId } = await customer();
      await publish(Array.from({ length: 14_000 }, (_, line) => `unreadable ${way} ${line}`).join('\n'));
      await publish(usageEvent({ userId, tokenId }));
      await until(async () => (await usedQuota(userId)) === 100);
      const kept = await books.db
        .selectFrom('dead_letters')
        .select('id')
        .where('payload', 'like', `unreadable ${way} %`)
        .execute();
      assert.equal(kept.length, 14_000);
    });

    test('an event that Postgres refuses is parked alone, and the other 300 of its batch are settled', async () => {
      const { userId, tokenId } = await customer();
      const rich = await customer();
      await books.db
        .updateTable('accounts')
        .set({ balance: -999_999_999_999_999 })
        .where('user_id', '=', rich.userId)
        .execute();
      const events = Array.from({ length: 300 }, () => usageEvent({ userId, tokenId, charge: 1 }));
      const bad = usageEvent({ ...rich, charge: 50 });
      await Promise.all([publish(...events.slice(0, 90), bad, ...events.slice(90, 99)), publish(...events.slice(99))]);
      await until(async () => (await usedQuota(userId)) === 300);
      await until(async () => (await reasonsFor(rich.userId)).length === 1);
      assert.match((await reasonsFor(rich.userId))[0] ?? '', /quota_check/);
      assert.equal(await usedQuota(rich.userId), 0);
    });

    test('a name with a NUL is charged all the same', async () => {
      const { userId, tokenId } = await customer();
      await publish(usageEvent({ userId, tokenId, model: 'a\0b' }));
      await until(async () => (await usedQuota(userId)) === 100);
    });
  });
}

test('events wait while Postgres is gone, and none is parked', async (t) => {
  const server = await startPostgres();
  const url = `${server.url.replace(/\/[^/]*$/, '')}/postgres`;
  await migrate(url);
  const db = openDatabase({ url, applicationName: 'outage' });
  const ports = {
    ...(await testPorts(books, 'single node')),
    db,
    log: createLogger({ service: 'billing', level: 'silent' }),
  };
  const consumer = await consumeUsage(ports);
  t.after(async () => {
    await consumer.stop();
    await ports.close();
    await db.destroy();
    await server.stop();
  });
  const { id: userId } = await db
    .insertInto('users')
    .values({ username: 'ada' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('accounts').values({ user_id: userId, balance: 1_000 }).execute();

  await server.kill();
  let settled = false;
  const published = ports.bus
    .publishUsage(Buffer.from(JSON.stringify(usageEvent({ userId, tokenId: 0 }))), 'one', 60_000)
    .then(() => {
      settled = true;
    });
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  assert.equal(settled, false);
  await server.restart();
  await published;
  const account = await db.selectFrom('accounts').select('balance').executeTakeFirstOrThrow();
  assert.equal(account.balance, 900);
  assert.deepEqual(await db.selectFrom('dead_letters').selectAll().execute(), []);
});

async function customer() {
  const userId = await books.user();
  return { userId, tokenId: await books.token(userId) };
}

async function customerWithHold({ kv }: Ports, total: number) {
  const { userId, tokenId } = await customer();
  const holdId = `hold-${tokenId}`;
  await kv.wallet.load(userId, { version: 2, base: 1_000_000, frozen: false }, [
    { id: tokenId, version: 1, remain: 1_000_000 },
  ]);
  const expiresAt = Date.now() + 60_000;
  const held = await kv.wallet.hold({ userId, tokenId, tokenLimited: true, holdId, total, expiresAt });
  assert.equal(held.status, 'granted');
  return { userId, tokenId, holdId };
}

async function usedQuota(userId: number): Promise<number> {
  const row = await books.db
    .selectFrom('accounts')
    .select('used_quota')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.used_quota;
}

async function reasonsFor(userId: number): Promise<string[]> {
  const rows = await books.db.selectFrom('dead_letters').select('reason').where('user_id', '=', userId).execute();
  return rows.map(({ reason }) => reason).sort();
}
