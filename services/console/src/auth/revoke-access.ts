import type { Schema } from '@switchyard/db';
import type { Transaction } from 'kysely';

/** Signs a user out everywhere: sessions, and sign-ins that wait for a second factor. */
export async function closeSessionsOf(trx: Transaction<Schema>, userId: number): Promise<void> {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await trx.deleteFrom('pending_sign_ins').where('user_id', '=', userId).execute();
}

/** Takes every way back in that a stranger may hold: what `closeSessionsOf` ends, and the system access token. */
export async function revokeAccess(trx: Transaction<Schema>, userId: number): Promise<void> {
  await closeSessionsOf(trx, userId);
  await trx.deleteFrom('access_tokens').where('user_id', '=', userId).execute();
}
