import type { Schema } from '@switchyard/db';
import type { Transaction } from 'kysely';
import { limitedAddress } from '../http/origin.ts';
import { canonicalAddress } from './email-address.ts';

export interface Inviter {
  readonly id: number;
  /** The newcomer came from an address at which the inviter has a session: one household, or one person. */
  readonly isNear: boolean;
}

interface Newcomer {
  readonly affCode?: string;
  readonly email?: string;
  readonly ip: string;
}

/** Who invited a newcomer. Nobody: a code that no active user has, or one's own mail box in another spelling. */
export async function findInviter(
  trx: Transaction<Schema>,
  { affCode, email, ip }: Newcomer,
): Promise<Inviter | undefined> {
  if (!affCode) return undefined;
  const inviter = await trx
    .selectFrom('users')
    .select(['id', 'email_canonical'])
    .where('aff_code', '=', affCode)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!inviter) return undefined;
  if (email !== undefined && canonicalAddress(email) === inviter.email_canonical) return undefined;
  const sessions = await trx.selectFrom('sessions').select('ip').where('user_id', '=', inviter.id).execute();
  const here = limitedAddress(ip);
  return { id: inviter.id, isNear: sessions.some((session) => limitedAddress(session.ip) === here) };
}
