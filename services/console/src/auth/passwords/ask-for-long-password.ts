import type { Schema } from '@switchyard/db';
import type { Transaction } from 'kysely';
import { adminRole } from '../roles.ts';
import { hasSecondFactor } from '../second-factor/totp-repository.ts';

/**
 * Asks an administrator without a second factor to change their password: it may be shorter than it must be now, which its hash does
 * not tell. Who has none is held to the length when they set one.
 */
export async function askForLongPassword(trx: Transaction<Schema>, userId: number): Promise<void> {
  if (await hasSecondFactor(trx, userId)) return;
  await trx
    .updateTable('users')
    .set({ must_change_password: true })
    .where('id', '=', userId)
    .where('role', '>=', adminRole)
    .where('password_hash', 'is not', null)
    .execute();
}
