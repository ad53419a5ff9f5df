import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, test } from 'node:test';
import type { Bus } from '@switchyard/bus';
import { createLogger } from '@switchyard/log';
import { scratchDirectory } from '@switchyard/testing';
import { Publisher } from './publisher.ts';
import { Spool } from './spool/spool.ts';

const directory = scratchDirectory('publisher');
const log = createLogger({ service: 'test', level: 'silent' });
after(() => rmSync(directory, { recursive: true }));

test('no message is longer than a server takes, and none of more than a hundred events', async () => {
  const published: string[][] = [];
  const bus = {
    async publishUsage(message: Buffer) {
      if (message.length > 2 ** 20) throw new Error('maximum payload exceeded');
      published.push(message.toString().split('\n'));
    },
  } as unknown as Bus;
  const spool = new Spool({ directory, limitBytes: 1e9, log, holds: () => [] });
  const publisher = new Publisher(bus, spool, log);
  const long = Array.from({ length: 30 }, (_, index) => `${index} ${'😀'.repeat(50_000)}`);
  const short = Array.from({ length: 250 }, (_, index) => `${index}`);
  await publisher.publishAll([...long, ...short]);
  assert.deepEqual(published.flat(), [...long, ...short]);
  assert.ok(published.every((batch) => batch.length <= 100));
  assert.ok(published.length < 20, `${published.length} messages`);
  spool.close(true);
});
