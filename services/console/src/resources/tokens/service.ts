import {
  base62,
  generateTokenKey,
  hashTokenKey,
  type Keys,
  maskTokenKey,
  open,
  type Place,
  randomText,
  seal,
} from '@switchyard/crypto';
import { announce, type Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import { Refusal, refuse } from '../../http/answer.ts';
import { type Actor, logTypes, writeLog } from '../logs/write.ts';
import { readTokenFields } from './fields.ts';
import { present, statusOf, type TokenStanding, tokenStatus } from './present.ts';
import {
  countTokens,
  findToken,
  findTokensMade,
  insertToken,
  lockToken,
  lockTokens,
  type NewTokenValues,
  type TokenRow,
  type TokenValues,
  updateToken,
} from './repository.ts';
import type { NewToken, TokenChange, TokenView } from './schema.ts';

const mostTokens = 1000;
const defaultQuota = 500_000;
const notFound = 'This key does not exist.';
const longestName = 30;
const suffixLength = 6;
/** How long after they were made keys are shown together, in ms. */
const shownTogetherMs = 600_000;

/** Whose keys: the caller, whose group decides about those of a key. */
export type Owner = Actor & { readonly group: string };

/** What was made: the first row, and the ids of all. */
export interface MadeTokens {
  readonly first: TokenRow;
  readonly ids: readonly number[];
}

/** Makes one key or `count` alike. The answer carries no key; its owner reveals it. */
export async function createTokens(
  context: Context,
  actor: Owner,
  { count = 1, ...input }: NewToken,
): Promise<MadeTokens | Refusal> {
  const fields = await readTokenFields(context, actor, input);
  if (fields instanceof Refusal) return fields;
  const { db, keys } = context;
  return db.transaction().execute(async (trx) => {
    const room = mostTokens - (await countTokens(trx, actor.id));
    if (room < count) {
      return refuse(
        room > 0
          ? `You can make ${room} more, then you have ${mostTokens} keys.`
          : `You have ${mostTokens} keys already. Delete one first.`,
      );
    }
    const ids: number[] = [];
    for (let index = 0; index < count; index++) {
      const name = index === 0 ? input.name : withSuffix(input.name);
      ids.push(await addToken(trx, keys, actor.id, { remain_quota: defaultQuota, ...fields, name }));
    }
    const what =
      count === 1 ? `key ${input.name} (${ids[0]})` : `${count} keys ${input.name} (${ids[0]} to ${ids.at(-1)})`;
    await writeLog(trx, logTypes.manage, actor, `Made ${what}`);
    return { first: (await findToken(trx, actor.id, ids[0] as number)) as TokenRow, ids };
  });
}

async function addToken(
  trx: Transaction<Schema>,
  keys: Keys,
  userId: number,
  values: Omit<NewTokenValues, 'user_id' | 'key_hash' | 'key_mask' | 'key_sealed'>,
): Promise<number> {
  const key = generateTokenKey();
  const id = await insertToken(trx, {
    ...values,
    user_id: userId,
    key_hash: hashTokenKey(keys.tokenPepper, key),
    key_mask: maskTokenKey(key),
    key_sealed: '',
  });
  await updateToken(trx, id, { key_sealed: seal(keys.tokenCipher, key, placeOf(id)) });
  await announce(trx, 'token', id);
  return id;
}

/** The same name with a random end. */
function withSuffix(name: string): string {
  return `${name.slice(0, longestName - suffixLength - 1)}-${randomText(base62, suffixLength)}`;
}

/** Who sends back what the server said changes nothing by it: a key that has expired or is used up can be renamed. */
export async function changeToken(context: Context, actor: Owner, input: TokenChange): Promise<TokenRow | Refusal> {
  return context.db.transaction().execute(async (trx) => {
    const token = await lockToken(trx, actor.id, input.id);
    if (!token) return refuse(notFound);
    const change = withoutUnchanged(input, token);
    const fields = await readTokenFields(context, actor, change);
    if (fields instanceof Refusal) return fields;
    const status = change.status === undefined ? undefined : readStatus(change.status, { ...token, ...fields });
    if (status instanceof Refusal) return status;
    if (Object.keys(change).length === 0) return token;
    await writeLog(trx, logTypes.manage, actor, `Changed key ${token.name} (${token.id})`);
    return store(trx, token, { ...fields, ...(status ? { status } : {}) });
  });
}

function withoutUnchanged({ id: _, ...input }: TokenChange, token: TokenRow): Omit<TokenChange, 'id'> {
  const shown = present(token);
  const differing = Object.entries(input).filter(([name, value]) => shown[name as keyof TokenView] !== value);
  return Object.fromEntries(differing);
}

/** Switches a key on or off and changes nothing else. */
export async function switchToken(
  { db }: Context,
  actor: Actor,
  { id, status: wanted = 0 }: TokenChange,
): Promise<TokenRow | Refusal> {
  return db.transaction().execute(async (trx) => {
    const token = await lockToken(trx, actor.id, id);
    if (!token) return refuse(notFound);
    const status = readStatus(wanted, token);
    if (status instanceof Refusal) return status;
    const verb = status === tokenStatus.enabled ? 'Enabled' : 'Disabled';
    await writeLog(trx, logTypes.manage, actor, `${verb} key ${token.name} (${id})`);
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

/**
 * Keys that were just made, for their owner's file. Older ones are left out: they are looked at one by one, within the limit of
 * that call.
 */
export async function revealMadeTokens({ db, keys }: Context, actor: Actor, ids: readonly number[]) {
  return db.transaction().execute(async (trx) => {
    const tokens = await findTokensMade(trx, actor.id, ids, new Date(Date.now() - shownTogetherMs));
    for (const { id, name } of tokens) await writeLog(trx, logTypes.manage, actor, `Revealed key ${name} (${id})`);
    return tokens.map(({ id, name, key_sealed: sealed }) => ({
      id,
      name,
      key: open(keys.tokenCipher, sealed, placeOf(id)),
    }));
  });
}

export async function deleteToken(context: Context, actor: Actor, id: number): Promise<null | Refusal> {
  return (await deleteTokens(context, actor, [id])) === 0 ? refuse(notFound) : null;
}

/** Answers how many of them there were. */
export async function deleteTokens({ db }: Context, actor: Actor, ids: readonly number[]): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const tokens = await lockTokens(trx, actor.id, ids);
    for (const { id, name } of tokens) {
      await updateToken(trx, id, { deleted_at: sql`now()`, status: tokenStatus.disabled });
      await announce(trx, 'token', id);
      await writeLog(trx, logTypes.manage, actor, `Deleted key ${name} (${id})`);
    }
    return tokens.length;
  });
}

/** What decides how much a key may still spend. */
const limits = ['remain_quota', 'unlimited_quota', 'daily_budget', 'monthly_budget'] as const;

const today = sql<string>`to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;
const thisMonth = sql<string>`to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM')`;

/** Without a budget nobody sets these back when their day or month is over. */
const usedToDate = {
  daily_used: sql<number>`CASE WHEN used_day < ${today} THEN 0 ELSE daily_used END`,
  used_day: sql<string>`greatest(used_day, ${today})`,
  monthly_used: sql<number>`CASE WHEN used_month < ${thisMonth} THEN 0 ELSE monthly_used END`,
  used_month: sql<string>`greatest(used_month, ${thisMonth})`,
};

async function store(trx: Transaction<Schema>, token: TokenRow, values: TokenValues): Promise<TokenRow> {
  const isRefilled = limits.some((name) => values[name] !== undefined && values[name] !== token[name]);
  await updateToken(trx, token.id, {
    ...values,
    // kv takes a remainder only together with a higher sequence.
    ...(isRefilled ? { sequence: sql`sequence + 1`, ...usedToDate } : {}),
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
