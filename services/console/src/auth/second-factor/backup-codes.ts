import { randomText } from '@switchyard/crypto';
import type { Schema } from '@switchyard/db';
import type { Kysely, Transaction } from 'kysely';
import { hashSecret } from '../secret-hash.ts';

const codes = 10;
/** Without characters that are taken for each other; 16 of them have 80 bits, so a plain hash keeps them. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';
const groups = 4;
const groupLength = 4;

/** Makes new codes, which replace all earlier ones, and answers them. Nobody can read them again. */
export async function renewBackupCodes(trx: Transaction<Schema>, userId: number): Promise<string[]> {
  const made = Array.from({ length: codes }, newCode);
  await trx.deleteFrom('backup_codes').where('user_id', '=', userId).execute();
  await trx
    .insertInto('backup_codes')
    .values(made.map((code) => ({ user_id: userId, code_hash: hashCode(code) })))
    .execute();
  return made;
}

/** Uses a code up; false when the user has no such code. */
export async function useBackupCode(db: Kysely<Schema>, userId: number, code: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('backup_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashCode(code))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function countBackupCodes(db: Kysely<Schema>, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('backup_codes')
    .select((on) => on.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

function newCode(): string {
  return Array.from({ length: groups }, () => randomText(alphabet, groupLength)).join('-');
}

/** Typed with or without dashes, in any case. */
function hashCode(code: string): Buffer {
  return hashSecret(code.toLowerCase().replace(/[\s-]/g, ''));
}
