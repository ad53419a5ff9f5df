import { sql } from 'kysely';
import type { Finding, Invariant } from './invariant.ts';
import { journalSums } from './journal-sums.ts';

export const tokenUsedIsConsumed: Invariant = {
  name: 'token-used-is-consumed',
  says: 'Used quota of a key is its consumption in the journal less its refunds.',
  async check({ db }, { userIds }) {
    const { rows } = await sql<Finding>`
      SELECT tokens.user_id AS "userId",
             format('token %s: used %s, consumed %s', id, used_quota, coalesce(consumed, 0)) AS detail
      FROM tokens
      LEFT JOIN (${journalSums(userIds)}) AS sums ON token_id = id AND sums.user_id = tokens.user_id
      WHERE tokens.user_id = ANY(${userIds}::bigint[]) AND used_quota <> coalesce(consumed, 0)
    `.execute(db);
    return rows;
  },
};
