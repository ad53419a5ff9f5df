import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { announce, post } from '@switchyard/db';
import { publishBatch, runOutbox } from './outbox.ts';
import type { Ports } from './ports.ts';
import { waysToRun } from './testing/adapters.ts';
import { type Books, testBooks } from './testing/books.ts';
import { testPorts } from './testing/ports.ts';
import { until } from './testing/until.ts';

for (const way of waysToRun) {
  describe(way, () => {
    let books: Books;
    let ports: Ports & { close(): Promise<void> };
    const heard: string[] = [];
    before(async () => {
      books = await testBooks();
      ports = await testPorts(books, way);
      for (const subject of ['user.changed.*', 'token.changed.*', 'config.changed']) {
        await ports.bus.listen(subject, (name) => void heard.push(name));
      }
    });
    after(async () => {
      await ports.close();
      await books.close();
    });

    test('a change that was announced reaches the wallet before the notice is heard', async () => {
      const userId = await books.user(700);
      const tokenId = await books.token(userId, 300);
      await ports.kv.wallet.load(userId, { version: 1, base: 0, frozen: false }, [
        { id: tokenId, version: 0, remain: 0 },
      ]);
      let baseWhenHeard: number | undefined;
      const subscription = await ports.bus.listen(`user.changed.${userId}`, async () => {
        baseWhenHeard ??= (await ports.kv.wallet.read(userId))?.account?.base;
      });
      await books.db.transaction().execute(async (trx) => {
        await post(trx, { kind: 'topup', reference: `${way} order`, userId, amount: 50 });
        await announce(trx, 'token', tokenId);
      });
      const outbox = runOutbox(ports);
      await until(() => baseWhenHeard !== undefined && heard.includes(`token.changed.${tokenId}`));
      await outbox.stop();
      await subscription.stop();
      assert.equal(baseWhenHeard, 750);
      assert.equal((await ports.kv.wallet.read(userId))?.tokens[0]?.state?.remain, 300);
      assert.deepEqual(await books.db.selectFrom('outbox').selectAll().execute(), []);
    });

    test('nothing is lost when the process ends between notice and deletion', async () => {
      await books.db.transaction().execute((trx) => announce(trx, 'config'));
      const crash = { ...ports, bus: { ...ports.bus, notify: async () => Promise.reject(new Error('killed')) } };
      await assert.rejects(publishBatch(crash), /killed/);
      const before = heard.filter((subject) => subject === 'config.changed').length;
      assert.equal(await publishBatch(ports), 1);
      await until(() => heard.filter((subject) => subject === 'config.changed').length === before + 1);
    });

    test('instances that publish at once skip the rows of each other', async () => {
      const userId = await books.user();
      await publishBatch(ports);
      for (let row = 0; row < 250; row++) {
        await books.db
          .insertInto('outbox')
          .values({ subject: `user.changed.${userId}`, payload: `${row}` })
          .execute();
      }
      const counts = await Promise.all([publishBatch(ports), publishBatch(ports), publishBatch(ports)]);
      assert.deepEqual(counts.sort(), [100, 100, 50]);
    });

    test('a wallet that is away keeps the row until it is back', async () => {
      const userId = await books.user(10);
      await publishBatch(ports);
      await books.db.transaction().execute((trx) => announce(trx, 'user', userId));
      let away = true;
      const wallet = {
        ...ports.kv.wallet,
        apply: async () => {
          if (away) throw new Error('away');
        },
      };
      const outbox = runOutbox({ ...ports, kv: { ...ports.kv, wallet } });
      await sleep(500);
      assert.equal((await books.db.selectFrom('outbox').selectAll().execute()).length, 1);
      away = false;
      await until(async () => (await books.db.selectFrom('outbox').selectAll().execute()).length === 0);
      await outbox.stop();
    });
  });
}
