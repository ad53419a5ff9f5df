import { type Database, freeze } from '@switchyard/db';
import type { Logger } from '@switchyard/log';
import { sql } from 'kysely';
import type { Examination } from './examine.ts';

const longestDetail = 1_000;

export interface Look {
  readonly userIds: readonly number[];
  /** A breach that another look has found since is not for this one to resolve. */
  readonly startedAt: Date;
  readonly examinations: readonly Examination[];
}

/**
 * Keeps what was found: a new breach is logged and freezes its user, one that is gone is marked as resolved. A frozen
 * user stays so until an administrator decides. Answers the number of users in breach.
 */
export async function record(db: Database, log: Logger, { userIds, startedAt, examinations }: Look): Promise<number> {
  const inBreach = new Set<number>();
  for (const { invariant, findings } of examinations) {
    const details = Map.groupBy(findings, ({ userId }) => userId);
    const sound = userIds.filter((userId) => !details.has(userId));
    await resolve(db, invariant.name, sound, startedAt);
    for (const [userId, found] of details) {
      inBreach.add(userId);
      const detail = found
        .map((finding) => finding.detail)
        .join('; ')
        .slice(0, longestDetail);
      if (await open(db, invariant.name, userId, detail)) {
        log.error({ invariant: invariant.name, userId, detail }, 'the books do not add up: the user is frozen');
      }
    }
  }
  return inBreach.size;
}

/** False when the breach is known; what an administrator did about it since then stays. */
async function open(db: Database, invariant: string, userId: number, detail: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const breach = await trx
      .insertInto('breaches')
      .values({ invariant, user_id: userId, detail })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (breach) await freeze(trx, userId, `${invariant}: ${detail}`);
    return breach !== undefined;
  });
}

async function resolve(db: Database, invariant: string, userIds: readonly number[], startedAt: Date): Promise<void> {
  await sql`
    UPDATE breaches SET resolved_at = now()
    WHERE invariant = ${invariant} AND user_id = ANY(${userIds}::bigint[]) AND resolved_at IS NULL AND found_at < ${startedAt}
  `.execute(db);
}
