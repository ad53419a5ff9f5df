import type { Schema } from '@switchyard/db';
import { type Kysely, sql } from 'kysely';

/** True when the account asks for a code after the first factor. */
export async function hasSecondFactor(db: Kysely<Schema>, userId: number): Promise<boolean> {
  return (await findTotpSecret(db, userId))?.isEnabled ?? false;
}

export interface TotpSecret {
  readonly sealed: string;
  readonly isEnabled: boolean;
}

export async function findTotpSecret(db: Kysely<Schema>, userId: number): Promise<TotpSecret | undefined> {
  const row = await db
    .selectFrom('totp_secrets')
    .select(['secret_sealed', 'enabled_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && { sealed: row.secret_sealed, isEnabled: row.enabled_at !== null };
}

/** Keeps a secret that is not yet in use; false when another is. */
export async function storeTotpSecret(db: Kysely<Schema>, userId: number, sealed: string): Promise<boolean> {
  const stored = await db
    .insertInto('totp_secrets')
    .values({ user_id: userId, secret_sealed: sealed })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret_sealed: sealed, last_step: 0 })
        .where('totp_secrets.enabled_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return stored !== undefined;
}

/** Takes a time step; false when it, or a later one, was taken before: then somebody repeats a code. */
export async function takeStep(db: Kysely<Schema>, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** From now on codes of this secret are asked for; false when they were already, or the user has another secret. */
export async function enableTotp(db: Kysely<Schema>, userId: number, sealed: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_secrets')
    .set({ enabled_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('secret_sealed', '=', sealed)
    .where('enabled_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes secret and backup codes; false when there was no secret in use. */
export async function removeTotp(db: Kysely<Schema>, userId: number): Promise<boolean> {
  await db.deleteFrom('backup_codes').where('user_id', '=', userId).execute();
  const removed = await db
    .deleteFrom('totp_secrets')
    .where('user_id', '=', userId)
    .returning('enabled_at')
    .executeTakeFirst();
  return removed?.enabled_at != null;
}
