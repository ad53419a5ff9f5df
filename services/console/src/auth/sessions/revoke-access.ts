import type { Schema } from '@switchyard/db';
import type { Transaction } from 'kysely';
import { dropAccessToken } from './access-tokens.ts';
import { dropBegunSignIns, raiseAccessVersion } from './sessions.ts';

/** Signs a user out everywhere: sessions, and what was begun to sign in. */
export async function closeSessionsOf(trx: Transaction<Schema>, userId: number): Promise<void> {
  await raiseAccessVersion(trx, userId);
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await dropBegunSignIns(trx, userId);
}

/** Takes every way back in that a stranger may hold: what `closeSessionsOf` ends, and the system access token. */
export async function revokeAccess(trx: Transaction<Schema>, userId: number): Promise<void> {
  await closeSessionsOf(trx, userId);
  await dropAccessToken(trx, userId);
}
