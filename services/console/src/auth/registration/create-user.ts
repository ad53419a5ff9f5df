import type { Options } from '@switchyard/contracts';
import { post, type Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import { type Refusal, refuse } from '../../http/answer.ts';
import { type Actor, logTypes, writeLog } from '../../resources/logs/write.ts';
import { claimAddress } from '../mail/claim-address.ts';
import { canonicalAddress } from '../mail/email-address.ts';
import { userRole } from '../roles.ts';
import { findInviter, type Inviter } from './inviter.ts';
import { areKnown, mailProof, noteProofs, type Proof } from './proofs.ts';

export interface NewUser {
  readonly username: string;
  readonly displayName?: string;
  /** Absent: no password signs in. */
  readonly passwordHash?: string;
  /** Proved by its owner. */
  readonly email?: string;
  /** What the account elsewhere that vouches for them has shown. */
  readonly vouched?: readonly Proof[];
  /** Of who invited them, as it came; one that nobody has is ignored. */
  readonly affCode?: string;
  /** Whence they came. */
  readonly ip: string;
  readonly requestId: string;
}

/**
 * Adds a user with an account and the credit that newcomers get, in the caller's transaction. Answers the id, or refuses a name or
 * an address that somebody has. The inviter's reward is billing's to give.
 */
export async function createUser(
  trx: Transaction<Schema>,
  options: Options,
  newUser: NewUser,
): Promise<number | Refusal> {
  const { username, displayName = username, passwordHash, email, vouched = [], ip, requestId } = newUser;
  if (email !== undefined && !(await claimAddress(trx, options, email))) {
    return refuse('This e-mail address is already used.');
  }
  // Else whoever deletes an account, or unbinds what made it, would be a newcomer again and again.
  const proofs = [...(email === undefined ? [] : [mailProof(email)]), ...vouched];
  const isNew = !(await areKnown(trx, proofs));
  const inviter = isNew ? await findInviter(trx, newUser) : undefined;
  const user = await trx
    .insertInto('users')
    .values({
      username,
      display_name: displayName,
      password_hash: passwordHash ?? null,
      ...(email !== undefined && { email, email_canonical: canonicalAddress(email) }),
      ...(inviter && { inviter_id: inviter.id, inviter_near: inviter.isNear, reward_due: true }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!user) return refuse('This username is taken. Choose another.');
  await trx.insertInto('accounts').values({ user_id: user.id }).execute();
  await noteProofs(trx, user.id, proofs);
  const actor: Actor = { id: user.id, username, role: userRole, ip, requestId };
  if (isNew) await give(trx, actor, `newcomer:${user.id}`, options.QuotaForNewUser, 'for signing up');
  if (inviter) await welcome(trx, actor, inviter, options);
  return user.id;
}

async function welcome(trx: Transaction<Schema>, actor: Actor, inviter: Inviter, options: Options): Promise<void> {
  await trx.updateTable('users').set({ aff_count: sql`aff_count + 1` }).where('id', '=', inviter.id).execute();
  // Who invites themself gets nothing for it until the newcomer pays.
  if (!inviter.isNear) await give(trx, actor, `invitee:${actor.id}`, options.QuotaForInvitee, 'for an invitation');
}

async function give(
  trx: Transaction<Schema>,
  actor: Actor,
  reference: string,
  amount: number,
  reason: string,
): Promise<void> {
  if (amount === 0) return;
  await post(trx, { kind: 'gift', reference, userId: actor.id, amount, note: `Given ${reason}` });
  await writeLog(trx, logTypes.system, actor, `Received ${amount} quota ${reason}`);
}
