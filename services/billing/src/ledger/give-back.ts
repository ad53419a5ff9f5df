import { uuidv7TimeMs } from '@switchyard/crypto';
import { announce, post, type Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';

/** A consumption as far as its refund needs it. */
export interface Consumption {
  readonly requestId: string;
  readonly userId: number;
  readonly tokenId: number;
  readonly channelId: number;
  readonly group: string;
  readonly model: string;
}

/** Some of a charge, and what of the list price goes with it. */
export interface Refund {
  readonly amount: number;
  readonly listAmount: number;
}

const refundLog = 6;

/**
 * Gives back some of what a request was charged: balance, remainder of the key, and every figure of use. Once per
 * request: answers false, and changes nothing, when something was given back for it before. Rows are locked in the
 * order of `writeChanges`.
 */
export async function giveBack(
  trx: Transaction<Schema>,
  { requestId, userId, tokenId, channelId, group, model }: Consumption,
  { amount, listAmount }: Refund,
  reason: string,
): Promise<boolean> {
  const posted = await post(trx, { kind: 'refund', reference: requestId, userId, tokenId, amount, note: reason });
  if (!posted) return false;
  const begun = new Date(uuidv7TimeMs(requestId)).toISOString();
  await trx
    .updateTable('accounts')
    .set({ used_quota: sql`used_quota - ${amount}` })
    .where('user_id', '=', userId)
    .execute();
  await trx
    .updateTable('tokens')
    .set({
      remain_quota: sql`remain_quota + ${amount}`,
      used_quota: sql`used_quota - ${amount}`,
      daily_used: sql`CASE WHEN used_day = ${begun.slice(0, 10)} THEN daily_used - ${amount} ELSE daily_used END`,
      monthly_used: sql`CASE WHEN used_month = ${begun.slice(0, 7)} THEN monthly_used - ${amount} ELSE monthly_used END`,
      sequence: sql`sequence + 1`,
    })
    .where('id', '=', tokenId)
    .where('user_id', '=', userId)
    .execute();
  await trx
    .updateTable('channels')
    .set({ used_quota: sql`used_quota - ${amount}` })
    .where('id', '=', channelId)
    .execute();
  // The hour of the refund, as in the log: the sums of hours that are past stay what they were.
  await sql`
    INSERT INTO usage_hourly AS total (hour, user_id, token_id, channel_id, model, "group", quota, list_quota)
    VALUES (date_trunc('hour', now(), 'UTC'), ${userId}, ${tokenId}, ${channelId}, ${model}, ${group}, ${-amount}, ${-listAmount})
    ON CONFLICT (hour, user_id, token_id, channel_id, model, "group") DO UPDATE SET
      quota = total.quota + excluded.quota, list_quota = total.list_quota + excluded.list_quota
  `.execute(trx);
  await sql`
    INSERT INTO usage_log
      (created_at, type, user_id, username, token_id, token_name, "group", model, channel_id, quota, request_id, content)
    SELECT now(), ${refundLog}, users.id, users.username, ${tokenId}::bigint, coalesce(tokens.name, ''), ${group}, ${model},
           ${channelId}::bigint, ${amount}::bigint, ${requestId}, ${reason}
    FROM users LEFT JOIN tokens ON tokens.id = ${tokenId} AND tokens.user_id = users.id
    WHERE users.id = ${userId}
  `.execute(trx);
  await announce(trx, 'token', tokenId);
  return true;
}
