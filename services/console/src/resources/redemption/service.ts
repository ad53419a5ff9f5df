import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { Refusal, refuse } from '../../http/answer.ts';
import { readExpiry } from '../../http/time.ts';
import { omitUndefined } from '../../omit-undefined.ts';
import { type Actor, logTypes, writeLog } from '../logs/write.ts';
import { hashCode, newCode, sealCode } from './code.ts';
import { type CodeRow, codeStatus, deleteSpentCodes, insertCodes, lockCode, updateCode } from './repository.ts';
import type { CodeChange, NewCodes } from './schema.ts';

const notFound = 'This code does not exist.';
const usedUp = 'This code has been used and cannot be changed any more.';

/** Makes codes and answers them. */
export async function createCodes(context: Context, actor: Actor, input: NewCodes): Promise<string[] | Refusal> {
  const { db, keys } = context;
  const expiry = expiryOf(input);
  if (expiry instanceof Refusal) return expiry;
  const { QuotaPerUnit } = await context.options.read();
  const name = input.name.trim() || `${(input.quota / QuotaPerUnit).toFixed(2)} USD`;
  const codes = Array.from({ length: input.count }, newCode);
  await db.transaction().execute(async (trx) => {
    const ids = await insertCodes(
      trx,
      codes.map((code) => ({
        code_hash: hashCode(keys, code),
        code_sealed: sealCode(keys, code),
        name,
        quota: input.quota,
        created_by: actor.id,
        expires_at: expiry ?? null,
      })),
    );
    const range = ids.length === 1 ? `${ids[0]}` : `${ids[0]} to ${ids.at(-1)}`;
    const what = `${ids.length} redemption codes ${name} of ${input.quota} quota each (${range})`;
    await writeLog(trx, logTypes.manage, actor, `Created ${what}`);
  });
  return codes;
}

export async function changeCode({ db }: Context, actor: Actor, input: CodeChange): Promise<CodeRow | Refusal> {
  const expiry = expiryOf(input);
  if (expiry instanceof Refusal) return expiry;
  if (input.name?.trim() === '') return refuse('The name must have 1 to 20 characters.');
  const status = input.status === undefined ? undefined : readStatus(input.status);
  if (status instanceof Refusal) return status;
  return db.transaction().execute(async (trx) => {
    const code = await lockCode(trx, input.id);
    if (!code) return refuse(notFound);
    if (code.status === codeStatus.used) return refuse(usedUp);
    const values = omitUndefined({ name: input.name?.trim(), quota: input.quota, expires_at: expiry, status });
    await writeLog(trx, logTypes.manage, actor, `Changed redemption code ${code.name} (${code.id}): ${told(values)}`);
    return Object.keys(values).length > 0 ? updateCode(trx, code.id, values) : code;
  });
}

/** Switches a code on or off and changes nothing else. */
export function switchCode(context: Context, actor: Actor, { id, status = 0 }: CodeChange): Promise<CodeRow | Refusal> {
  return changeCode(context, actor, { id, status });
}

/** A deleted code cannot be redeemed. The row stays: used ones belong to the books. */
export async function deleteCode({ db }: Context, actor: Actor, id: number): Promise<null | Refusal> {
  return db.transaction().execute(async (trx) => {
    const code = await lockCode(trx, id);
    if (!code) return refuse(notFound);
    await updateCode(trx, id, { deleted_at: sql`now()` });
    await writeLog(trx, logTypes.manage, actor, `Deleted redemption code ${code.name} (${id})`);
    return null;
  });
}

/** Deletes all codes that were used or have expired, and answers how many. Their rows stay, as with one. */
export function deleteSpent({ db }: Context, actor: Actor): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const count = await deleteSpentCodes(trx);
    if (count > 0) await writeLog(trx, logTypes.manage, actor, `Deleted ${count} used or expired redemption codes`);
    return count;
  });
}

/** Here 0 is never as well. */
function expiryOf({ expired_time: time }: Pick<CodeChange, 'expired_time'>) {
  return readExpiry(time === 0 ? -1 : time);
}

function readStatus(wanted: number): number | Refusal {
  const isKnown = wanted === codeStatus.unused || wanted === codeStatus.disabled;
  return isKnown ? wanted : refuse('The status must be 1 (enabled) or 2 (disabled).');
}

function told(values: Record<string, unknown>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${value instanceof Date ? value.toISOString() : value}`)
    .join(', ');
}
