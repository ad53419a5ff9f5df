import { type RawBuilder, sql } from 'kysely';

/** Rows of user_id, token_id (0: none), amount, consumed and requests: the journal of each key. */
export function journalSums(userIds: readonly number[]): RawBuilder<unknown> {
  return sql`
    SELECT user_id, sums.* FROM unnest(${userIds}::bigint[]) AS subject (user_id)
    CROSS JOIN LATERAL (${sumsOfKeys(sql`SELECT * FROM journal WHERE user_id = subject.user_id`)}) AS sums
  `;
}

/** The sums of each key over journal rows of one user. */
export function sumsOfKeys(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    SELECT coalesce(token_id, 0) AS token_id, sum(amount) AS amount,
           coalesce(-sum(amount) FILTER (WHERE kind IN ('consume', 'refund')), 0) AS consumed,
           count(*) FILTER (WHERE kind = 'consume') AS requests
    FROM (${rows}) AS journal_rows GROUP BY 1
  `;
}
