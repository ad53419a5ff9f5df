import type { Database } from '@switchyard/db';
import { sql } from 'kysely';

const usersPerPage = 500;
const inBreach = sql`SELECT DISTINCT user_id FROM breaches WHERE resolved_at IS NULL AND user_id IS NOT NULL`;

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

/** Users with an open breach, in pages. */
export async function usersInBreach(db: Database): Promise<number[][]> {
  const { rows } = await sql<{ user_id: number }>`${inBreach}`.execute(db);
  return pagesOf(rows.map((row) => row.user_id));
}

/** Users whose account has changed since and who have no open breach, in pages. */
export async function touchedUsers(db: Database, since: Date): Promise<number[][]> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT user_id FROM accounts WHERE changed_at >= ${since} EXCEPT ${inBreach}
  `.execute(db);
  return pagesOf(rows.map((row) => row.user_id));
}

/** Users in pages of 500. */
export function pagesOf(userIds: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(userIds.length / usersPerPage) }, (_, page) =>
    userIds.slice(page * usersPerPage, (page + 1) * usersPerPage),
  );
}
