import type { Database } from '@switchyard/db';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import { type Refusal, refuse } from '../../http/answer.ts';
import { seconds } from '../../http/time.ts';
import type { Cleaning } from './schema.ts';
import { type Actor, logTypes, writeLog } from './write.ts';

const mostCounted = 1_000_000;

/**
 * Has billing delete the rows before a time, and answers how many there are (counted up to a million). The journal and
 * the dashboard keep what they know. One cleaning at a time.
 */
export async function startCleaning(db: Database, actor: Actor, targetSeconds: number): Promise<number | Refusal> {
  if (targetSeconds * 1000 > Date.now()) return refuse('Choose a time in the past.');
  const target = new Date(targetSeconds * 1000);
  const { found } = await db
    .selectFrom((from) =>
      from
        .selectFrom('usage_log')
        .select(sql`1`.as('one'))
        .where('created_at', '<', target)
        .limit(mostCounted)
        .as('old'),
    )
    .select((on) => on.fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow();
  return db.transaction().execute(async (trx) => {
    const started = await trx
      .insertInto('log_cleanings')
      .values({ target, actor: actor.username, found })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!started) return refuse('The log is being cleaned already. Wait until that is done.');
    await writeLog(trx, logTypes.manage, actor, `Cleans the usage log before ${target.toISOString()}`);
    return found;
  });
}

/** How the newest cleaning stands; null when there was none. */
export async function readCleaning(db: Database): Promise<Static<typeof Cleaning> | null> {
  const row = await db.selectFrom('log_cleanings').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
  if (!row) return null;
  return {
    target_timestamp: seconds(row.target),
    username: row.actor,
    found: row.found,
    deleted: row.deleted,
    start_time: seconds(row.created_at),
    finish_time: seconds(row.finished_at),
  };
}
