import type { Database } from '@switchyard/db';
import { sql } from 'kysely';

/** Each is good for one purpose, in the browser or session that asked. */
export type Purpose = 'register' | 'sign-in' | 'step-up';

export const challengeLifeMs = 5 * 60_000;
const life = sql`make_interval(secs => ${sql.lit(challengeLifeMs / 1000)})`;

/** Keeps a challenge until it is taken; one for each holder and purpose. Sweeps expired ones. */
export async function keepChallenge(db: Database, holder: Buffer, purpose: Purpose, challenge: string): Promise<void> {
  await db.deleteFrom('passkey_challenges').where(sql<boolean>`created_at < now() - ${life}`).execute();
  await db
    .insertInto('passkey_challenges')
    .values({ holder, purpose, challenge })
    .onConflict((conflict) =>
      conflict.columns(['holder', 'purpose']).doUpdateSet({ challenge, created_at: sql<Date>`now()` }),
    )
    .execute();
}

/** The challenge, which is gone then: what fails once cannot be tried again. */
export async function takeChallenge(db: Database, holder: Buffer, purpose: Purpose): Promise<string | undefined> {
  const row = await db
    .deleteFrom('passkey_challenges')
    .where('holder', '=', holder)
    .where('purpose', '=', purpose)
    .returning(['challenge', sql<boolean>`created_at > now() - ${life}`.as('isAlive')])
    .executeTakeFirst();
  return row?.isAlive ? row.challenge : undefined;
}
