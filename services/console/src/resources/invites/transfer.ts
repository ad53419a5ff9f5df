import { uuidv7 } from '@switchyard/crypto';
import { earn, post } from '@switchyard/db';
import type { Context } from '../../context.ts';
import { type Refusal, refuse } from '../../http/answer.ts';
import { type Actor, logTypes, writeLog } from '../logs/write.ts';

/** Moves earnings to the balance of who earned them. */
export async function transferEarnings({ db, options }: Context, actor: Actor, quota: number): Promise<null | Refusal> {
  const { QuotaPerUnit } = await options.read();
  if (quota < QuotaPerUnit) return refuse(`Transfer at least ${QuotaPerUnit} quota (1 USD).`);
  return db.transaction().execute(async (trx) => {
    const { aff_quota: pending } = await trx
      .selectFrom('users')
      .select('aff_quota')
      .where('id', '=', actor.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (pending < quota) return refuse(`Your earnings are ${pending} quota. Transfer at most that.`);
    const reference = uuidv7();
    await earn(trx, { kind: 'transfer', reference, userId: actor.id, amount: -quota });
    const note = 'Earned by invitations';
    await post(trx, { kind: 'rebate', reference: `earnings:${reference}`, userId: actor.id, amount: quota, note });
    await writeLog(trx, logTypes.system, actor, `Moved ${quota} quota of invitation earnings to the balance`);
    return null;
  });
}
