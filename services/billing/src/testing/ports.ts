import { deriveKeys, generateSecret } from '@switchyard/crypto';
import { createLogger } from '@switchyard/log';
import type { Ports } from '../ports.ts';
import { BillingFigures } from '../telemetry/billing-figures.ts';
import { openAdapters, type waysToRun } from './adapters.ts';
import type { Books } from './books.ts';

/** Everything that a part of billing needs, on a test's books; `close` also closes the adapters. */
export async function testPorts(
  books: Books,
  way: (typeof waysToRun)[number],
): Promise<Ports & { close(): Promise<void> }> {
  const { kv, bus } = await openAdapters(way);
  return {
    db: books.db,
    kv,
    bus,
    optionKey: deriveKeys(generateSecret()).optionKey,
    figures: new BillingFigures(books.db, bus),
    log: createLogger({ service: 'billing', level: process.env.LOG_LEVEL ?? 'silent' }),
    async close() {
      await bus.close();
      await kv.close();
    },
  };
}
