import type { Database } from '@switchyard/db';
import type { Static } from 'typebox';
import { type Refusal, refuse } from '../http/answer.ts';
import type { SignInView } from './schema.ts';

/** The user, when they may sign in now. For whoever has shown to be that user: strangers must not hear the reason. */
export async function admit(db: Database, userId: number): Promise<Static<typeof SignInView> | Refusal> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'username', 'display_name', 'role', 'status', 'group', 'must_change_password', 'language'])
    .select('deleted_at')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!row || row.deleted_at) return refuse('This account was deleted.');
  if (row.status !== 1) return refuse('This account is disabled. Ask an administrator.');
  const { deleted_at: _, ...user } = row;
  return user;
}
