import { sql } from 'kysely';
import { readEvents } from './consumers/read-events.ts';
import { applyFigures } from './ledger/figures.ts';
import { isDataFault } from './ledger/is-data-fault.ts';
import { type DeadLetter, shortened } from './ledger/park.ts';
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
  const waiting = db.updateTable('dead_letters').where('id', '=', letter.id).where('asked_at', 'is not', null);
  const outcome = await bookAndApply({ db, kv }, letter.payload).catch(async (error) => {
    // Behind the others that wait: what is its own trouble must keep none of them from its turn.
    await waiting.set({ asked_at: sql`now()` }).execute();
    throw error;
  });
  if (outcome) {
    const reason = shortened(outcome.reason);
    await waiting.set({ reason, asked_at: null }).execute();
    log.warn({ letter: letter.id, reason }, 'a dead letter cannot be booked now either');
    return true;
  }
  await db.deleteFrom('dead_letters').where('id', '=', letter.id).execute();
  log.info({ letter: letter.id }, 'a dead letter is booked');
  return true;
}

/** Answers why not; rejects when what it needs is away. */
async function bookAndApply(
  { db, kv }: Pick<Ports, 'db' | 'kv'>,
  payload: string,
): Promise<undefined | Pick<DeadLetter, 'reason'>> {
  const { events, rejected } = readEvents([Buffer.from(payload)]);
  const [unreadable] = rejected;
  if (unreadable) return unreadable;
  try {
    const { figures, refused } = await db.transaction().execute((trx) => settleWithin(trx, events));
    if (refused[0]) return refused[0];
    await applyFigures(kv, figures);
    return undefined;
  } catch (error) {
    if (!isDataFault(error)) throw error;
    return { reason: String(error) };
  }
}
