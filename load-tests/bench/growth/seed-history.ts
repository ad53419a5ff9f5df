import { seedLog } from '@switchyard/console/seed-log';
import type { Database } from '@switchyard/db';
import { sql } from 'kysely';
import type { Size } from './sizes.ts';

/** A month of the log with its sums, and the books that belong to it, such that nothing is found by an audit. */
export async function seedHistory(db: Database, { users, logRows }: Pick<Size, 'users' | 'logRows'>): Promise<void> {
  // Its rows belong to the users 2 to `users`, and to the key that has its owner's id.
  await seedLog(db, logRows, users - 2);
  await db.transaction().execute(async (trx) => {
    // Whose rows they are was looked up when the log was made.
    await sql`SET LOCAL session_replication_role = replica`.execute(trx);
    await sql`
      INSERT INTO journal (kind, reference, user_id, token_id, amount, created_at)
      SELECT 'consume', request_id, user_id, token_id, -quota, created_at FROM usage_log WHERE type = 2
    `.execute(trx);
    await sql`
      UPDATE accounts SET balance = balance - quota, used_quota = quota, request_count = requests
      FROM (SELECT user_id, -sum(amount) AS quota, count(*) AS requests FROM journal WHERE kind = 'consume' GROUP BY 1) AS spent
      WHERE spent.user_id = accounts.user_id
    `.execute(trx);
    await sql`
      UPDATE tokens
      SET remain_quota = remain_quota - quota, used_quota = quota,
          used_day = to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD'), daily_used = day_quota,
          used_month = to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM'), monthly_used = month_quota
      FROM (
        SELECT token_id, -sum(amount) AS quota,
               -coalesce(sum(amount) FILTER (WHERE created_at >= date_trunc('day', now(), 'UTC')), 0) AS day_quota,
               -coalesce(sum(amount) FILTER (WHERE created_at >= date_trunc('month', now(), 'UTC')), 0) AS month_quota
        FROM journal WHERE kind = 'consume' GROUP BY 1
      ) AS spent
      WHERE spent.token_id = tokens.id
    `.execute(trx);
  });
}
