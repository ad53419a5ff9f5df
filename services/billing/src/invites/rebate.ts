import type { Options } from '@switchyard/contracts';
import { type Database, earn, type Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import { coveredSpending, rebateOf, type Spending } from './covered-spending.ts';
import { noteEarning } from './note.ts';

interface Invitee extends Spending {
  readonly id: number;
  readonly inviter_id: number;
  readonly inviter_active: boolean;
  readonly inviter_near: boolean;
  readonly rebated_spending: number;
  /** Rows of earnings by this invitee: numbers the next one. */
  readonly rows: number;
  readonly rebated: number;
  /** The fixed reward, where a payment earned it and it was not taken back. */
  readonly rewarded: number;
}

/** A transaction may have begun this long before its change can be seen. */
const overlap = sql`interval '1 minute'`;

/**
 * Gives inviters their part of what their invitees have spent of bought credit since the last time, and takes back the part of what
 * was paid back. Credit that was given is never counted, and neighbours of their inviter earn nothing.
 */
export async function rebateInviters(db: Database, { InviterRebatePercent: percent }: Options): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    SELECT users.id FROM users JOIN accounts ON accounts.user_id = users.id
    WHERE inviter_id IS NOT NULL AND changed_at > rebate_seen_at
    ORDER BY users.id
  `.execute(db);
  for (const { id } of rows) await db.transaction().execute((trx) => rebate(trx, id, percent));
}

async function rebate(trx: Transaction<Schema>, id: number, percent: number): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
  const invitee = await readInvitee(trx, id);
  const isPaidBack = Math.max(0, invitee.paid) < invitee.rebated_spending;
  const spending = isPaidBack ? await takeBack(trx, invitee) : await give(trx, invitee, percent);
  if (invitee.paid <= 0 && invitee.rewarded > 0) await takeRewardBack(trx, invitee);
  await trx
    .updateTable('users')
    .set({ rebated_spending: spending, rebate_seen_at: sql`now() - ${overlap}` })
    .where('id', '=', id)
    .execute();
}

/** Answers how much spending is covered now. Too little for one quota waits for more. */
async function give(trx: Transaction<Schema>, invitee: Invitee, percent: number): Promise<number> {
  const { id, inviter_id: userId, inviter_active: isActive, inviter_near: isNear, rebated_spending: before } = invitee;
  if (!isActive) return before;
  const covered = Math.max(before, coveredSpending(invitee));
  if (isNear || percent === 0) return covered;
  const amount = rebateOf(covered - before, percent);
  if (amount === 0) return before;
  await earn(trx, { kind: 'rebate', reference: `${id}:${invitee.rows}`, userId, inviteeId: id, amount });
  return covered;
}

/** Less was paid in the end than has earned a rebate. */
async function takeBack(trx: Transaction<Schema>, invitee: Invitee): Promise<number> {
  const { id, inviter_id: userId, rebated_spending: before, rebated } = invitee;
  const paid = Math.max(0, invitee.paid);
  const kept = Number((BigInt(rebated) * BigInt(paid)) / BigInt(before));
  if (rebated > kept) {
    const reference = `rebate:${id}:${invitee.rows}`;
    await earn(trx, { kind: 'reversal', reference, userId, inviteeId: id, amount: kept - rebated });
    await noteEarning(trx, userId, `Lost ${rebated - kept} quota of rebates: user ${id} was paid back`);
  }
  return paid;
}

async function takeRewardBack(trx: Transaction<Schema>, { id, inviter_id: userId, rewarded }: Invitee): Promise<void> {
  const isTaken = await earn(trx, {
    kind: 'reversal',
    reference: `payment:${id}`,
    userId,
    inviteeId: id,
    amount: -rewarded,
  });
  if (isTaken) await noteEarning(trx, userId, `Lost ${rewarded} quota for inviting user ${id}, who was paid back`);
}

async function readInvitee(trx: Transaction<Schema>, id: number): Promise<Invitee> {
  const { rows } = await sql<Invitee>`
    SELECT invitee.id, invitee.inviter_id, invitee.inviter_near, invitee.rebated_spending,
           inviter.status = 1 AND inviter.deleted_at IS NULL AS inviter_active,
           used_quota AS used, paid, given, earned.*
    FROM users AS invitee
    JOIN users AS inviter ON inviter.id = invitee.inviter_id
    JOIN accounts ON accounts.user_id = invitee.id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount) FILTER (WHERE kind IN ('topup', 'payback')), 0) AS paid,
             coalesce(sum(amount) FILTER (WHERE kind NOT IN ('topup', 'payback')), 0) AS given
      FROM journal WHERE user_id = invitee.id AND kind NOT IN ('consume', 'refund')
    ) AS credit
    CROSS JOIN LATERAL (
      SELECT count(*) AS rows,
             coalesce(sum(amount) FILTER (WHERE kind = 'rebate' OR reference LIKE 'rebate:%'), 0) AS rebated,
             coalesce(sum(amount) FILTER (WHERE reference LIKE 'payment:%'), 0) AS rewarded
      FROM invite_earnings WHERE invitee_id = invitee.id
    ) AS earned
    WHERE invitee.id = ${id}
  `.execute(trx);
  return rows[0] as Invitee;
}
