import { generateTokenKey, hashTokenKey, maskTokenKey, open, type Place, seal } from '@switchyard/crypto';
import { announce, type Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import type { SignedIn } from '../../auth/sessions.ts';
import type { Context } from '../../context.ts';
import { Refusal, refuse } from '../../http/answer.ts';
import { type Actor, logTypes, writeLog } from '../logs/write.ts';
import { readTokenFields } from './fields.ts';
import { statusOf, type TokenStanding, tokenStatus } from './present.ts';
import {
  countTokens,
  findToken,
  insertToken,
  lockToken,
  type TokenRow,
  type TokenValues,
  updateToken,
} from './repository.ts';
import type { NewToken, TokenChange } from './schema.ts';

const mostTokens = 1000;
const defaultQuota = 500_000;
const notFound = 'This key does not exist.';

/** Makes a key. The answer does not carry it; its owner reveals it. */
export async function createToken(context: Context, user: SignedIn, input: NewToken): Promise<TokenRow | Refusal> {
  const fields = await readTokenFields(context, user, input);
  if (fields instanceof Refusal) return fields;
  const key = generateTokenKey();
  return context.db.transaction().execute(async (trx) => {
    if ((await countTokens(trx, user.id)) >= mostTokens) {
      return refuse(`You have ${mostTokens} keys already. Delete one first.`);
    }
    const id = await insertToken(trx, {
      remain_quota: defaultQuota,
      ...fields,
      name: input.name,
      user_id: user.id,
      key_hash: hashTokenKey(context.keys.tokenPepper, key),
      key_mask: maskTokenKey(key),
      key_sealed: '',
    });
    await updateToken(trx, id, { key_sealed: seal(context.keys.tokenCipher, key, placeOf(id)) });
    await announce(trx, 'token', id);
    return (await findToken(trx, user.id, id)) as TokenRow;
  });
}

export async function changeToken(context: Context, user: SignedIn, input: TokenChange): Promise<TokenRow | Refusal> {
  const fields = await readTokenFields(context, user, input);
  if (fields instanceof Refusal) return fields;
  return context.db.transaction().execute(async (trx) => {
    const token = await lockToken(trx, user.id, input.id);
    if (!token) return refuse(notFound);
    const status = input.status === undefined ? undefined : readStatus(input.status, { ...token, ...fields });
    if (status instanceof Refusal) return status;
    return store(trx, token, { ...fields, ...(status ? { status } : {}) });
  });
}

/** Switches a key on or off and changes nothing else. */
export async function switchToken(
  { db }: Context,
  user: SignedIn,
  { id, status: wanted = 0 }: TokenChange,
): Promise<TokenRow | Refusal> {
  return db.transaction().execute(async (trx) => {
    const token = await lockToken(trx, user.id, id);
    if (!token) return refuse(notFound);
    const status = readStatus(wanted, token);
    if (status instanceof Refusal) return status;
    return store(trx, token, { status });
  });
}

/** The key itself, for its owner's copy button. Every look is logged. */
export async function revealToken({ db, keys }: Context, actor: Actor, id: number): Promise<{ key: string } | Refusal> {
  return db.transaction().execute(async (trx) => {
    const token = await findToken(trx, actor.id, id);
    if (!token) return refuse(notFound);
    await writeLog(trx, logTypes.manage, actor, `Revealed key ${token.name} (${id})`);
    return { key: open(keys.tokenCipher, token.key_sealed, placeOf(id)) };
  });
}

export async function deleteToken({ db }: Context, actor: Actor, id: number): Promise<null | Refusal> {
  return db.transaction().execute(async (trx) => {
    const token = await lockToken(trx, actor.id, id);
    if (!token) return refuse(notFound);
    await updateToken(trx, id, { deleted_at: sql`now()`, status: tokenStatus.disabled });
    await announce(trx, 'token', id);
    await writeLog(trx, logTypes.manage, actor, `Deleted key ${token.name} (${id})`);
    return null;
  });
}

async function store(trx: Transaction<Schema>, token: TokenRow, values: TokenValues): Promise<TokenRow> {
  const isRefilled = values.remain_quota !== undefined && values.remain_quota !== token.remain_quota;
  await updateToken(trx, token.id, {
    ...values,
    // kv takes a remainder only together with a higher sequence.
    ...(isRefilled ? { sequence: sql`sequence + 1` } : {}),
  });
  await announce(trx, 'token', token.id);
  return (await findToken(trx, token.user_id, token.id)) as TokenRow;
}

/** The status to store, or why it cannot be. `token` is the key as it will be. */
function readStatus(wanted: number, token: TokenStanding): number | Refusal {
  if (wanted === tokenStatus.disabled) return wanted;
  if (wanted !== tokenStatus.enabled) return refuse('The status must be 1 (enabled) or 2 (disabled).');
  const standing = statusOf({ ...token, status: tokenStatus.enabled });
  if (standing === tokenStatus.expired) {
    return refuse('This key has expired. Change its expiry time, or set it to never, and enable it then.');
  }
  if (standing === tokenStatus.exhausted) {
    return refuse('The quota of this key is used up. Raise it, or make it unlimited, and enable it then.');
  }
  return wanted;
}

function placeOf(id: number): Place {
  return { table: 'tokens', id, field: 'key' };
}
