import { setTimeout as sleep } from 'node:timers/promises';
import type { Kv } from '@switchyard/kv';
import type { Logger } from '@switchyard/log';
import type { Publisher } from '../publisher.ts';
import { deleteLeftover, type Leftover } from './recovery.ts';
import type { Spool } from './spool.ts';

export interface RecoverTools {
  readonly leftover: Leftover;
  readonly publisher: Publisher;
  readonly kv: Kv;
  readonly spool: Spool;
  readonly log: Logger;
}

const retryAfterMs = 1_000;

/**
 * Brings what an earlier process left to the stream, ends its holds, and only then deletes its files. May be killed at
 * any point: the next start does the same again. Rejects when `signal` fires first.
 */
export async function recover(tools: RecoverTools, signal: AbortSignal): Promise<void> {
  const { leftover, publisher, kv, spool, log } = tools;
  if (leftover.paths.length === 0) return;
  log.info({ requests: leftover.events.length, bytes: leftover.bytes }, 'charges of an earlier run go to the stream');
  await publisher.publishAll(leftover.events.map((event) => JSON.stringify(event)));
  for (const { userId, holdId, spent } of leftover.holds) {
    await untilDone(() => kv.wallet.close(userId, holdId, spent));
  }
  deleteLeftover(leftover);
  spool.recovered();
  log.info('charges of an earlier run are in the stream');

  async function untilDone(close: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await close();
      } catch (error) {
        log.warn({ err: error }, 'holds of an earlier run cannot be ended, trying again');
        await sleep(retryAfterMs, undefined, { signal });
      }
    }
  }
}
