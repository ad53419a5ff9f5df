import { announce, type Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import { revokeAccess } from '../../auth/sessions/revoke-access.ts';

/**
 * Ends an account: nobody signs in to it, its keys stop, and the row stays, for the books and so that the same identity at a provider
 * earns no newcomer's credit twice.
 */
export async function deleteUser(trx: Transaction<Schema>, userId: number): Promise<void> {
  await trx.updateTable('users').set({ deleted_at: sql`now()` }).where('id', '=', userId).execute();
  await revokeAccess(trx, userId);
  const tokens = await trx
    .updateTable('tokens')
    .set({ deleted_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of tokens) await announce(trx, 'token', id);
  await announce(trx, 'user', userId);
}
