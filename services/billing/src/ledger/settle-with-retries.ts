import type { Database } from '@switchyard/db';
import type { Logger } from '@switchyard/log';
import { retry } from '../retry.ts';
import type { Figures } from './figures.ts';
import { isDataFault } from './is-data-fault.ts';
import { type DeadLetter, parkWithRetries } from './park.ts';
import type { ReceivedEvent } from './received.ts';
import { settle } from './settle.ts';

const failuresUntilParked = 5;

/**
 * Settles the events however long that takes. A batch that Postgres refuses is halved until the bad event is alone;
 * that one is parked after five failures. Rejects only when `signal` fires.
 */
export async function settleWithRetries(
  db: Database,
  events: readonly ReceivedEvent[],
  log: Logger,
  signal: AbortSignal,
): Promise<Figures[]> {
  for (let failures = 1; ; failures++) {
    try {
      return await retry(() => settle(db, events), throwIfDataFault, signal);
    } catch (error) {
      if (!isDataFault(error)) throw error;
      const [first, second] = events;
      if (first && second) return settleHalves(db, events, log, signal);
      if (first && failures === failuresUntilParked) {
        log.error({ error, requestId: first.event.id, userId: first.event.userId }, 'a usage event cannot be settled');
        await parkWithRetries(db, [letterOf(first, error)], log, signal);
        return [];
      }
    }
  }

  function throwIfDataFault(error: unknown): void {
    if (isDataFault(error)) throw error;
    log.error({ error, events: events.length }, 'the journal cannot be written, trying again');
  }
}

async function settleHalves(
  db: Database,
  events: readonly ReceivedEvent[],
  log: Logger,
  signal: AbortSignal,
): Promise<Figures[]> {
  const middle = Math.ceil(events.length / 2);
  const first = await settleWithRetries(db, events.slice(0, middle), log, signal);
  const second = await settleWithRetries(db, events.slice(middle), log, signal);
  return [...first, ...second];
}

function letterOf({ event, line }: ReceivedEvent, error: unknown): DeadLetter {
  return { line, reason: String(error), userId: event.userId, holdId: event.holdId };
}
