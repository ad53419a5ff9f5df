import type { Database } from '@switchyard/db';
import { readEvents } from './consumers/read-events.ts';
import { applyFigures, type Figures } from './ledger/figures.ts';
import { isDataFault } from './ledger/is-data-fault.ts';
import { shortened } from './ledger/park.ts';
import { settleWithin } from './ledger/settle.ts';
import { loop } from './loop.ts';
import type { Ports, Running } from './ports.ts';

const pauseMs = 1_000;

/** Books dead letters again when administrators ask for that. */
export function runDeadLetters(ports: Ports): Running {
  return loop(
    async () => ((await bookLetter(ports)) ? 0 : pauseMs),
    (error) => ports.log.error({ error }, 'dead letters cannot be booked again now, trying again'),
  );
}

/**
 * Books the letter that waits for longest, as an event off the bus is: it goes after journal and wallet have it, so whoever dies in between,
 * or does the same beside us, repeats it harmlessly. One that cannot be settled now either stays, with its new reason. False when none waits.
 */
export async function bookLetter({ db, kv, log }: Ports): Promise<boolean> {
  const letter = await db
    .selectFrom('dead_letters')
    .select(['id', 'payload'])
    .where('asked_at', 'is not', null)
    .orderBy('asked_at')
    .limit(1)
    .executeTakeFirst();
  if (!letter) return false;
  const outcome = await book(db, letter.payload);
  if ('reason' in outcome) {
    const reason = shortened(outcome.reason);
    await db.updateTable('dead_letters').set({ reason, asked_at: null }).where('id', '=', letter.id).execute();
    log.warn({ letter: letter.id, reason }, 'a dead letter cannot be booked now either');
    return true;
  }
  await applyFigures(kv, outcome.figures);
  await db.deleteFrom('dead_letters').where('id', '=', letter.id).execute();
  log.info({ letter: letter.id }, 'a dead letter is booked');
  return true;
}

async function book(db: Database, payload: string): Promise<{ figures: Figures[] } | { reason: string }> {
  const { events, rejected } = readEvents([Buffer.from(payload)]);
  const [unreadable] = rejected;
  if (unreadable) return unreadable;
  try {
    const { figures, refused } = await db.transaction().execute((trx) => settleWithin(trx, events));
    return refused[0] ?? { figures };
  } catch (error) {
    if (!isDataFault(error)) throw error;
    return { reason: String(error) };
  }
}
