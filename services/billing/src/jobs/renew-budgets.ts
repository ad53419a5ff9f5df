import type { Job } from '@switchyard/queue';
import { sql } from 'kysely';
import type { Ports } from '../ports.ts';

const rowsAtOnce = 1_000;

/** Lets budgets begin anew with each day and month (UTC). Wallets hear of it like of any change of a key. */
export function renewBudgetsJob({ db }: Pick<Ports, 'db'>): Job {
  return {
    name: 'renew-budgets',
    schedule: { cron: '* * * * *' },
    async run() {
      while ((await renewBudgets(db)) === rowsAtOnce);
    },
  };
}

/** Renews what is due, at most 1,000 keys, and answers how many there were. A key that is being charged waits for the next run. */
async function renewBudgets(db: Ports['db']): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH today AS (
      SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM') AS month
    ), due AS (
      SELECT id FROM tokens, today
      WHERE (daily_budget > 0 OR monthly_budget > 0)
        AND ((used_day < today.day AND daily_used <> 0) OR (used_month < today.month AND monthly_used <> 0))
      LIMIT ${rowsAtOnce} FOR UPDATE OF tokens SKIP LOCKED
    ), renewed AS (
      UPDATE tokens
      SET daily_used = CASE WHEN used_day < today.day THEN 0 ELSE daily_used END, used_day = greatest(used_day, today.day),
          monthly_used = CASE WHEN used_month < today.month THEN 0 ELSE monthly_used END,
          used_month = greatest(used_month, today.month), sequence = sequence + 1
      FROM today, due WHERE tokens.id = due.id
      RETURNING tokens.id
    ), announced AS (
      INSERT INTO outbox (subject) SELECT 'token.changed.' || id FROM renewed RETURNING id
    )
    SELECT count(*) AS count FROM announced
  `.execute(db);
  return rows[0]?.count ?? 0;
}
