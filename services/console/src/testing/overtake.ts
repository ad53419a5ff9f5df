import { setImmediate } from 'node:timers/promises';
import type { Database, Schema } from '@switchyard/db';
import type { Transaction } from 'kysely';
import { isAnybodyWaiting } from './waiting.ts';

/** Makes a call when the change was made and nobody can see it yet; commits once the call has ended, or waits for the change. */
export async function overtake<Answer>(
  db: Database,
  change: (trx: Transaction<Schema>) => Promise<unknown>,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const trx = await db.startTransaction().execute();
  await change(trx);
  let isDone = false;
  const calling = call().finally(() => (isDone = true));
  while (!isDone && !(await isAnybodyWaiting(db))) await setImmediate();
  await trx.commit().execute();
  return calling;
}
