import { post } from '@switchyard/db';
import { writeBalanceLog } from '@switchyard/payments';
import type { Context } from '../../context.ts';
import { type Refusal, refuse } from '../../http/answer.ts';
import { limit } from '../../http/too-many-requests.ts';
import { hashCode } from './code.ts';
import { claimCode } from './repository.ts';

const failuresPerHour = 10;
const hourMs = 3_600_000;

/** Answers the quota added. Nobody learns whether a code that does not work was used, disabled, expired or never there. */
export async function redeem({ db, kv, keys }: Context, userId: number, code: string): Promise<number | Refusal> {
  const tries = `redeem:${userId}`;
  // Counted before the look, so that parallel tries count too; one that succeeds is taken back.
  await limit(kv.limiter, tries, failuresPerHour, hourMs);
  const codeHash = hashCode(keys, code);
  const quota = await db.transaction().execute(async (trx) => {
    const claimed = await claimCode(trx, codeHash, userId);
    if (!claimed) return undefined;
    const { id, name, quota } = claimed;
    await post(trx, { kind: 'redeem', reference: `code:${id}`, userId, amount: quota, note: name });
    await writeBalanceLog(trx, { type: 'topUp', userId, quota, content: `Redeemed code ${name} (${id})` });
    return quota;
  });
  if (quota === undefined) return refuse('This redemption code is not valid, or has been used.');
  await kv.limiter.takeBack(tries);
  return quota;
}
