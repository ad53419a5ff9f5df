import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { consumeUsage } from './consumers/usage-recorded.ts';
import { runEpochGate } from './epoch-gate.ts';
import type { Ports } from './ports.ts';
import { waysToRun } from './testing/adapters.ts';
import { type Books, testBooks } from './testing/books.ts';
import { testPorts } from './testing/ports.ts';
import { until } from './testing/until.ts';
import { usageEvent } from './testing/usage-event.ts';

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

    test('admission opens only when every charge on its way is in the journal', async (t) => {
      const userId = await books.user();
      const events = Array.from({ length: 5 }, () => usageEvent({ userId, tokenId: 0 }));
      const published = events.map((event) =>
        ports.bus.publishUsage(Buffer.from(JSON.stringify(event)), event.id, 30_000),
      );
      const gate = runEpochGate(ports);
      t.after(() => gate.stop());
      await sleep(ports.kv.shared ? 4_500 : 1_500);
      assert.equal(await ports.kv.epoch.read(), undefined);

      const consumer = await consumeUsage(ports);
      await until(async () => (await ports.kv.epoch.read()) !== undefined);
      const { used_quota: used } = await books.db.selectFrom('accounts').select('used_quota').executeTakeFirstOrThrow();
      assert.equal(used, 500);
      await consumer.stop();
      await Promise.all(published);
    });

    test('an open store is left as it is', async () => {
      const { epoch } = ports.kv;
      let reads = 0;
      let opened = 0;
      const watched = {
        ...epoch,
        read: () => {
          reads++;
          return epoch.read();
        },
        open: async (mark: string) => {
          opened++;
          return mark;
        },
      };
      // Not shared: nobody is waited for, so that a gate that opened it would do so at once.
      const gate = runEpochGate({ ...ports, kv: { ...ports.kv, shared: false, epoch: watched } });
      await until(() => reads >= 2);
      await gate.stop();
      assert.equal(opened, 0);
    });

    test('the gate can be stopped while it waits', async () => {
      const kv = { ...ports.kv, epoch: { ...ports.kv.epoch, read: async () => undefined } };
      const bus = { ...ports.bus, usageProgress: async () => ({ stored: 9, acknowledged: 0 }) };
      const gate = runEpochGate({ ...ports, kv, bus });
      await sleep(50);
      await gate.stop();
    });
  });
}
