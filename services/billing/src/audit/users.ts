import type { Database } from '@switchyard/db';
import { sql } from 'kysely';

const usersPerPage = 500;

/** All users with an account, in pages. */
export async function* allUsers(db: Database): AsyncGenerator<number[]> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('accounts')
      .select('user_id')
      .where('user_id', '>', last)
      .orderBy('user_id')
      .limit(usersPerPage)
      .execute();
    if (rows.length === 0) return;
    yield rows.map((row) => row.user_id);
    last = rows.at(-1)?.user_id ?? last;
  }
}

/** Users whose account has changed since, and those with an open breach, in pages. */
export async function* touchedUsers(db: Database, since: Date): AsyncGenerator<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT user_id FROM accounts WHERE changed_at >= ${since}
    UNION SELECT user_id FROM breaches WHERE resolved_at IS NULL AND user_id IS NOT NULL
  `.execute(db);
  for (let start = 0; start < rows.length; start += usersPerPage) {
    yield rows.slice(start, start + usersPerPage).map((row) => row.user_id);
  }
}
