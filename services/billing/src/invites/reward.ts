import type { Options } from '@switchyard/contracts';
import { type Database, earn, type Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import { noteEarning } from './note.ts';

const inviteesPerRound = 500;

interface Invitee {
  readonly id: number;
  readonly inviter_id: number;
  readonly has_paid: boolean;
}

/**
 * Gives inviters the fixed reward for invitees who have proved who they are (an address, or an identity elsewhere) and have paid,
 * where the option asks for it or the invitee may be somebody whom we know already. Once for each invitee, whatever the option says later.
 */
export async function rewardInviters(db: Database, options: Options): Promise<void> {
  const { QuotaForInviter: amount, InviteRewardAfterPaymentEnabled: afterPayment } = options;
  for (let last = 0; ; ) {
    const invitees = await deserving(db, afterPayment, last);
    for (const invitee of invitees) await db.transaction().execute((trx) => reward(trx, invitee, amount));
    if (invitees.length < inviteesPerRound) return;
    last = invitees.at(-1)?.id ?? last;
  }
}

async function deserving(db: Database, afterPayment: boolean, last: number): Promise<Invitee[]> {
  const { rows } = await sql<Invitee>`
    SELECT invitee.id, invitee.inviter_id, has_paid
    FROM users AS invitee
    JOIN users AS inviter ON inviter.id = invitee.inviter_id AND inviter.status = 1 AND inviter.deleted_at IS NULL
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount), 0) > 0 AS has_paid FROM journal
      WHERE user_id = invitee.id AND kind IN ('topup', 'payback')
    ) AS payment
    CROSS JOIN LATERAL (
      -- An address or an identity that one new user after the other binds is one person.
      SELECT EXISTS (SELECT FROM proofs WHERE user_id = invitee.id) AS is_new
    ) AS person
    WHERE invitee.reward_due AND invitee.deleted_at IS NULL AND invitee.id > ${last}
      AND (invitee.email IS NOT NULL OR EXISTS (SELECT FROM identities WHERE user_id = invitee.id))
      AND (has_paid OR (is_new AND NOT (invitee.inviter_near OR ${afterPayment})))
    ORDER BY invitee.id LIMIT ${inviteesPerRound}
  `.execute(db);
  return rows;
}

async function reward(trx: Transaction<Schema>, invitee: Invitee, amount: number): Promise<void> {
  const { id, inviter_id: userId, has_paid: hasPaid } = invitee;
  const claimed = await trx
    .updateTable('users')
    .set({ reward_due: false })
    .where('id', '=', id)
    .where('reward_due', '=', true)
    .returning('id')
    .executeTakeFirst();
  if (!claimed || amount === 0) return;
  // A payment that is taken back takes its reward with it (rebate.ts).
  const reference = `${hasPaid ? 'payment' : 'proof'}:${id}`;
  await earn(trx, { kind: 'reward', reference, userId, inviteeId: id, amount });
  await noteEarning(trx, userId, `Earned ${amount} quota by inviting user ${id}`);
}
