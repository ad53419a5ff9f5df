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

/**
 * Brings what an earlier process left to the stream, ends its holds, and only then deletes its files. May be killed at
 * any point: the next start does the same again.
 */
export async function recover({ leftover, publisher, kv, spool, log }: RecoverTools): Promise<void> {
  if (leftover.paths.length === 0) return;
  log.info({ requests: leftover.events.length, bytes: leftover.bytes }, 'charges of an earlier run go to the stream');
  await publisher.publishAll(leftover.events.map((event) => JSON.stringify(event)));
  for (const { userId, holdId, spent } of leftover.holds) await kv.wallet.close(userId, holdId, spent);
  deleteLeftover(leftover);
  spool.recovered();
  log.info('charges of an earlier run are in the stream');
}
