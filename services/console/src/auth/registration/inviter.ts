import type { Schema } from '@switchyard/db';
import type { Transaction } from 'kysely';
import { limitedAddress } from '../../http/origin.ts';

export interface Inviter {
  readonly id: number;
  /** The newcomer came from an address at which the inviter has a session: one household, or one person. */
  readonly isNear: boolean;
}

/** Who invited a newcomer. A code that no active user has is ignored. */
export async function findInviter(
  trx: Transaction<Schema>,
  { affCode, ip }: { readonly affCode?: string; readonly ip: string },
): Promise<Inviter | undefined> {
  if (!affCode) return undefined;
  const inviter = await trx
    .selectFrom('users')
    .select('id')
    .where('aff_code', '=', affCode)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!inviter) return undefined;
  const sessions = await trx.selectFrom('sessions').select('ip').where('user_id', '=', inviter.id).execute();
  const here = limitedAddress(ip);
  return { id: inviter.id, isNear: sessions.some((session) => limitedAddress(session.ip) === here) };
}
