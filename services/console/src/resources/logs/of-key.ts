import { hashTokenKey } from '@switchyard/crypto';
import type { Static } from 'typebox';
import type { Context } from '../../context.ts';
import { type Refusal, refuse } from '../../http/answer.ts';
import { unindexedDays } from './filter.ts';
import { present } from './present.ts';
import { newestFirst } from './repository.ts';
import type { LogList } from './schema.ts';

const mostRows = 1000;

/** The newest rows of one key of the last 31 days, for whoever holds the key. */
export async function logOfKey({ db, history, keys }: Context, key: string): Promise<Static<typeof LogList> | Refusal> {
  const token = await db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select('tokens.id')
    .where('key_hash', '=', hashTokenKey(keys.tokenPepper, key))
    .where('tokens.deleted_at', 'is', null)
    .where('users.status', '=', 1)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!token) return refuse('This key does not exist.');
  const from = new Date(Date.now() - unindexedDays * 86_400_000);
  const rows = await newestFirst(history, { tokenIds: [token.id], from })
    .limit(mostRows)
    .execute();
  return rows.map((row) => present(row, false));
}
