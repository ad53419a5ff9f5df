import { type RawBuilder, sql } from 'kysely';

/** Rows of user_id, token_id (0: none), amount, consumed and requests: the journal of each key. */
export function journalSums(userIds: readonly number[]): RawBuilder<unknown> {
  return sql`
    SELECT user_id, sums.* FROM unnest(${userIds}::bigint[]) AS subject (user_id)
    CROSS JOIN LATERAL (
      SELECT token_id, sum(amount) AS amount, sum(consumed) AS consumed, sum(requests) AS requests
      FROM (${journalRows(sql`user_id = subject.user_id`)}) AS entries GROUP BY token_id
    ) AS sums
  `;
}

/** What each row of the journal adds to the sums of its user's key (0: none). */
export function journalRows(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    SELECT user_id, coalesce(token_id, 0) AS token_id, amount,
           CASE WHEN kind IN ('consume', 'refund') THEN -amount ELSE 0 END AS consumed,
           CASE kind WHEN 'consume' THEN 1 ELSE 0 END AS requests
    FROM journal WHERE ${condition}
  `;
}
