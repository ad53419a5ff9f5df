import { announce, type Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import { rootRole } from '../../../auth/roles.ts';
import type { Context } from '../../../context.ts';
import { Refusal, refuse } from '../../../http/answer.ts';
import { type Actor, logTypes, writeLog } from '../../logs/write.ts';
import { reach } from './reach.ts';

/** Lets a frozen user spend again; while the books do not add up, only root does. */
export async function releaseUser({ db }: Context, actor: Actor, userId: number): Promise<null | Refusal> {
  return db.transaction().execute(async (trx) => {
    const user = await reach(trx, actor.id, userId, 'update');
    if (user instanceof Refusal) return user;
    const breaches = await holdBreaches(trx, user.id);
    const { frozen, frozen_reason: reason } = await trx
      .selectFrom('accounts')
      .select(['frozen', 'frozen_reason'])
      .where('user_id', '=', user.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (!frozen) return refuse('This user is not frozen.');
    if (breaches && actor.role < rootRole) {
      return refuse(
        `The last audit still found a breach of ${breaches}. Mend the books first; only the super administrator can release the user before.`,
      );
    }
    // The wallet takes the mark only with a higher version of the account.
    await trx
      .updateTable('accounts')
      .set({ frozen: false, frozen_reason: '', sequence: sql`sequence + 1`, changed_at: sql`now()` })
      .where('user_id', '=', user.id)
      .execute();
    await announce(trx, 'user', user.id);
    const told = [`frozen for ${reason}`, ...(breaches ? [`with an open breach of ${breaches}`] : [])].join(', ');
    await writeLog(trx, logTypes.manage, actor, `Released user ${user.username} (${user.id}): ${told}`);
    return null;
  });
}

/**
 * The invariants in breach, those that no audit has seen mended. None is added before the transaction ends: the audit does not freeze
 * who is frozen already, so a breach that it finds at this moment would stand open beside a user who was released.
 */
async function holdBreaches(trx: Transaction<Schema>, userId: number): Promise<string> {
  await sql`LOCK TABLE breaches IN SHARE MODE`.execute(trx);
  const rows = await trx
    .selectFrom('breaches')
    .select('invariant')
    .where('user_id', '=', userId)
    .where('resolved_at', 'is', null)
    .orderBy('invariant')
    .execute();
  return rows.map(({ invariant }) => invariant).join(', ');
}
