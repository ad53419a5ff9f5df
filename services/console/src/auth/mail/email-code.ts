import { createHmac, randomInt } from 'node:crypto';
import type { Schema } from '@switchyard/db';
import { type Kysely, sql, type Transaction } from 'kysely';

/** Minutes that a code is valid. */
export const codeMinutes = 3;
const mostWrongTries = 5;
const life = sql`make_interval(mins => ${sql.lit(codeMinutes)})`;

/** Who proves which address, and what for: a code serves nothing else. */
export interface CodeSubject {
  readonly purpose: 'register' | 'bind';
  /** The name of the browser, or the id of the user. */
  readonly owner: string;
  readonly address: string;
}

/** What a visitor's browser registers with, or a user binds. */
export function codeSubject(
  { userId, browser }: { readonly userId?: number; readonly browser: string },
  address: string,
): CodeSubject {
  return userId === undefined
    ? { purpose: 'register', owner: browser, address }
    : { purpose: 'bind', owner: String(userId), address };
}

/** A new code of six digits. It takes the place of an earlier one. */
export async function issueEmailCode(trx: Transaction<Schema>, key: Uint8Array, subject: CodeSubject): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const values = { code_hash: hashCode(key, subject, code), wrong_tries: 0, expires_at: sql<Date>`now() + ${life}` };
  await trx
    .insertInto('email_codes')
    .values({ subject_hash: hashSubject(key, subject), ...values })
    .onConflict((conflict) => conflict.column('subject_hash').doUpdateSet(values))
    .execute();
  return code;
}

/** Whether the code is right; the fifth wrong try destroys it. The comparison is of keyed hashes, so its time tells nothing. */
export async function isRightCode(
  db: Kysely<Schema>,
  key: Uint8Array,
  subject: CodeSubject,
  code: string,
): Promise<boolean> {
  const hash = hashCode(key, subject, code);
  const found = await db
    .updateTable('email_codes')
    .set({ wrong_tries: sql`wrong_tries + CASE WHEN code_hash = ${hash} THEN 0 ELSE 1 END` })
    .where('subject_hash', '=', hashSubject(key, subject))
    .where('expires_at', '>', sql<Date>`now()`)
    .where('wrong_tries', '<', mostWrongTries)
    .returning(sql<boolean>`code_hash = ${hash}`.as('right'))
    .executeTakeFirst();
  return found?.right ?? false;
}

/** Ends a code that was right, in the transaction of what it allowed. */
export async function dropEmailCode(trx: Transaction<Schema>, key: Uint8Array, subject: CodeSubject): Promise<void> {
  await trx.deleteFrom('email_codes').where('subject_hash', '=', hashSubject(key, subject)).execute();
}

function hashSubject(key: Uint8Array, { purpose, owner, address }: CodeSubject): Buffer {
  return createHmac('sha256', key).update(`${purpose}\n${owner}\n${address}`).digest();
}

function hashCode(key: Uint8Array, { purpose, owner, address }: CodeSubject, code: string): Buffer {
  return createHmac('sha256', key).update(`${purpose}\n${owner}\n${address}\n${code}`).digest();
}
