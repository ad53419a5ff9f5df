import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testNats } from '@switchyard/testing';
import type { Bus, UsageMessage } from './bus.ts';
import { openBus } from './open.ts';

const text = (message: UsageMessage) => Buffer.from(message.data).toString();
const bytes = (value: string | number) => Buffer.from(String(value));

async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 10_000): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; !(await condition()); await sleep(10)) {
    assert.ok(Date.now() < deadline, `not within ${timeoutMs} ms: ${condition}`);
  }
}

for (const adapter of ['in-process', 'nats'] as const) {
  const opened: Bus[] = [];
  after(() => Promise.all(opened.map((bus) => bus.close())));

  async function fresh(): Promise<Bus> {
    const { url, prefix } = adapter === 'nats' ? await testNats() : { url: undefined, prefix: undefined };
    const bus = await openBus({ natsUrl: url, prefix });
    opened.push(bus);
    return bus;
  }

  describe(`${adapter} bus`, () => {
    test('every message that was published reaches the consumer, whole', async () => {
      const bus = await fresh();
      const handled: Buffer[] = [];
      await bus.consumeUsage(async (batch) => void handled.push(...batch.map((message) => Buffer.from(message.data))));
      const all = Array.from({ length: 256 }, (_, value) => Buffer.from([value, 0, 255, 10, 13]));
      await Promise.all(all.map((message, index) => bus.publishUsage(message, `id-${index}`)));
      await until(() => handled.length === all.length);
      assert.deepEqual(handled.sort(Buffer.compare), all);
    });

    test('what is published before a consumer is there waits for it', async () => {
      const bus = await fresh();
      const published = bus.publishUsage(bytes('early'), 'early');
      await sleep(50);
      const handled: string[] = [];
      await bus.consumeUsage(async (batch) => void handled.push(...batch.map(text)));
      await published;
      await until(() => handled.length > 0);
      assert.deepEqual(handled, ['early']);
    });

    test('a message is acknowledged only after its handler has resolved', async () => {
      const bus = await fresh();
      const gate = Promise.withResolvers<void>();
      let started = false;
      await bus.consumeUsage(async () => {
        started = true;
        await gate.promise;
      });
      const published = bus.publishUsage(bytes('a'), 'a');
      await until(() => started);
      await sleep(100);
      assert.deepEqual(await bus.usageProgress(), { stored: 1, acknowledged: 0 });
      gate.resolve();
      await published;
      await until(async () => (await bus.usageProgress()).acknowledged === 1);
    });

    test('a rejected batch comes again after a growing pause, counting deliveries', async () => {
      const bus = await fresh();
      const seen: { deliveries: number; at: number }[] = [];
      await bus.consumeUsage(async (batch) => {
        for (const { deliveries } of batch) seen.push({ deliveries, at: Date.now() });
        if (seen.length < 4) throw new Error('not yet');
      });
      await bus.publishUsage(bytes('a'), 'a');
      await until(() => seen.length === 4);
      assert.deepEqual(
        seen.map(({ deliveries }) => deliveries),
        [1, 2, 3, 4],
      );
      const pauses = seen.slice(1).map(({ at }, index) => at - (seen[index]?.at ?? 0));
      for (const [index, least] of [200, 400, 800].entries()) {
        const pause = pauses[index] ?? 0;
        assert.ok(pause >= least * 0.9 && pause < least * 2 + 500, `pauses ${pauses}`);
      }
      await until(async () => (await bus.usageProgress()).acknowledged === 1);
      await sleep(300);
      assert.equal(seen.length, 4);
    });

    test('a message that always fails holds up no other', async () => {
      const bus = await fresh();
      const handled: string[] = [];
      await bus.consumeUsage(
        async ([message]) => {
          assert.ok(message);
          if (text(message) === 'poison') throw new Error('cannot be handled');
          handled.push(text(message));
        },
        { maxMessages: 1 },
      );
      bus.publishUsage(bytes('poison'), 'poison', 500).catch(() => {});
      await Promise.all(Array.from({ length: 20 }, (_, index) => bus.publishUsage(bytes(index), `id-${index}`)));
      await until(() => handled.length === 20);
      const { stored, acknowledged } = await bus.usageProgress();
      assert.equal(stored, 21);
      assert.ok(acknowledged < 21);
    });

    test('a batch holds at most maxMessages, and a backlog comes in full batches', async () => {
      const bus = await fresh();
      const published = Promise.all(
        Array.from({ length: 25 }, (_, index) => bus.publishUsage(bytes(index), `id-${index}`)),
      );
      if (adapter === 'nats') await published;
      const sizes: number[] = [];
      await bus.consumeUsage(async (batch) => void sizes.push(batch.length), { maxMessages: 10, maxWaitMs: 100 });
      await until(() => sizes.reduce((sum, size) => sum + size, 0) === 25);
      assert.deepEqual(sizes, [10, 10, 5]);
      await published;
    });

    test('a batch is handed over maxWaitMs after its first message, not when it is full', async () => {
      const bus = await fresh();
      const batches: { size: number; at: number }[] = [];
      const options = { maxMessages: 100, maxWaitMs: 150 };
      await bus.consumeUsage(async (batch) => void batches.push({ size: batch.length, at: Date.now() }), options);
      await sleep(100);
      const start = Date.now();
      const published = [bus.publishUsage(bytes(1), '1')];
      await sleep(60);
      published.push(bus.publishUsage(bytes(2), '2'));
      await Promise.all(published);
      await until(() => batches.length > 0);
      assert.equal(batches[0]?.size, 2);
      const tookMs = (batches[0]?.at ?? 0) - start;
      assert.ok(tookMs >= 140, `${tookMs} ms`);
    });

    test('one batch at a time', async () => {
      const bus = await fresh();
      let running = 0;
      let most = 0;
      let handled = 0;
      await bus.consumeUsage(
        async (batch) => {
          most = Math.max(most, ++running);
          await sleep(5);
          running--;
          handled += batch.length;
        },
        { maxMessages: 3, maxWaitMs: 1 },
      );
      await Promise.all(Array.from({ length: 60 }, (_, index) => bus.publishUsage(bytes(index), `id-${index}`)));
      await until(() => handled === 60);
      assert.equal(most, 1);
    });

    test('two consumers share the messages, each handled once', async () => {
      const bus = await fresh();
      const handled: string[] = [];
      const consumers = new Set<number>();
      for (const consumer of [1, 2]) {
        await bus.consumeUsage(
          async (batch) => {
            consumers.add(consumer);
            handled.push(...batch.map(text));
            await sleep(20);
          },
          { maxMessages: 5, maxWaitMs: 1 },
        );
      }
      await Promise.all(Array.from({ length: 100 }, (_, index) => bus.publishUsage(bytes(index), `id-${index}`)));
      await until(() => handled.length === 100);
      assert.equal(new Set(handled).size, 100);
      assert.equal(consumers.size, 2);
    });

    test('an id published again while it waits is handled once', async () => {
      const bus = await fresh();
      const published = Promise.all(Array.from({ length: 5 }, () => bus.publishUsage(bytes('a'), 'same')));
      await sleep(50);
      const handled: string[] = [];
      await bus.consumeUsage(async (batch) => void handled.push(...batch.map(text)));
      await published;
      await sleep(200);
      assert.deepEqual(handled, ['a']);
      assert.deepEqual(await bus.usageProgress(), { stored: 1, acknowledged: 1 });
    });

    test('progress that reaches an earlier `stored` proves that everything stored by then was handled', async () => {
      const bus = await fresh();
      const handled = new Set<string>();
      await bus.consumeUsage(
        async (batch) => {
          await sleep(Math.random() * 10);
          // Pauses double with every failure: unbounded, bad luck would outlast the test.
          if (batch.some(({ deliveries }) => deliveries <= 3) && Math.random() < 0.3) throw new Error('now and then');
          for (const message of batch) handled.add(text(message));
        },
        { maxMessages: 4, maxWaitMs: 1 },
      );
      const stored: string[] = [];
      const publishing = (async () => {
        for (let index = 0; index < 60; index++) {
          stored.push(String(index));
          bus.publishUsage(bytes(index), `id-${index}`, 30_000).catch(() => {});
          await sleep(5);
        }
      })();
      await sleep(150);
      const target = (await bus.usageProgress()).stored;
      assert.ok(target > 0 && target <= stored.length);
      await until(async () => (await bus.usageProgress()).acknowledged >= target, 30_000);
      // Publishing is sequential here, so the first `target` messages are those that were stored.
      for (const message of stored.slice(0, target)) assert.ok(handled.has(message), `${message} of ${target}`);
      await publishing;
      await until(async () => {
        const { stored: last, acknowledged } = await bus.usageProgress();
        return last === 60 && acknowledged === 60;
      }, 30_000);
    });

    test('stop() waits for the running handler, and no handler starts afterwards', async () => {
      const bus = await fresh();
      let started = 0;
      let finished = 0;
      const consumer = await bus.consumeUsage(
        async () => {
          started++;
          await sleep(200);
          finished++;
        },
        { maxMessages: 3, maxWaitMs: 1 },
      );
      const published = [bus.publishUsage(bytes('a'), 'a', 10_000)];
      await until(() => started === 1);
      published.push(bus.publishUsage(bytes('b'), 'b', 10_000), bus.publishUsage(bytes('c'), 'c', 10_000));
      await sleep(50);
      await consumer.stop();
      assert.equal(finished, 1);
      await sleep(300);
      assert.deepEqual({ started, finished }, { started: 1, finished: 1 });
      // What the first consumer left is there for the next one, soon.
      const rest: string[] = [];
      await bus.consumeUsage(async (batch) => void rest.push(...batch.map(text)));
      await until(() => rest.length === 2, 3000);
      await Promise.all(published);
    });

    test('stop() of a consumer that waits for messages is prompt', async () => {
      const bus = await fresh();
      const consumer = await bus.consumeUsage(async () => {});
      await sleep(100);
      const start = Date.now();
      await consumer.stop();
      assert.ok(Date.now() - start < 500);
    });

    test('close() waits for the running handler, and publishing rejects afterwards', async () => {
      const bus = await fresh();
      let finished = false;
      let started = false;
      await bus.consumeUsage(async () => {
        started = true;
        await sleep(200);
        finished = true;
      });
      const published = bus.publishUsage(bytes('a'), 'a');
      await until(() => started);
      await bus.close();
      assert.equal(finished, true);
      await published;
      await assert.rejects(bus.publishUsage(bytes('b'), 'b', 300));
      await assert.rejects(bus.notify('config.changed', '1'));
      await assert.rejects(bus.ping());
    });

    test('a notice reaches every listener of its subject, and wildcards take one further word', async () => {
      const bus = await fresh();
      const heard: string[] = [];
      const hear = (name: string) => (subject: string, payload: string) =>
        void heard.push(`${name} ${subject} ${payload}`);
      await bus.listen('user.changed.*', hear('any'));
      await bus.listen('user.changed.7', hear('seven'));
      const stopped = await bus.listen('user.changed.7', hear('stopped'));
      await bus.listen('config.changed', hear('config'));
      await stopped.stop();
      await bus.notify('user.changed.7', 'x');
      await bus.notify('user.changed.8', 'ü');
      await bus.notify('user.changed', 'no');
      await bus.notify('user.changed.7.8', 'no');
      await bus.notify('user.changedx.7', 'no');
      await bus.notify('config.changed', '');
      await until(() => heard.length >= 4);
      await sleep(50);
      assert.deepEqual(heard.sort(), [
        'any user.changed.7 x',
        'any user.changed.8 ü',
        'config config.changed ',
        'seven user.changed.7 x',
      ]);
    });

    test('a listener that throws harms neither the others nor the bus', async () => {
      const bus = await fresh();
      const heard: string[] = [];
      await bus.listen('config.changed', () => {
        throw new Error('broken listener');
      });
      await bus.listen('config.changed', (_, payload) => void heard.push(payload));
      await bus.notify('config.changed', '1');
      await bus.notify('config.changed', '2');
      await until(() => heard.length === 2);
      await bus.ping();
    });
  });
}
