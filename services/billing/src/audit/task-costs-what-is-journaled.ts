import { sql } from 'kysely';
import type { Finding, Invariant } from './invariant.ts';

export const taskCostsWhatIsJournaled: Invariant = {
  name: 'task-costs-what-is-journaled',
  says: 'What a task costs is what the journal charged for it less what was given back, and one that failed costs nothing.',
  async check({ db }, { userIds, since = new Date(0) }) {
    const { rows } = await sql<Finding>`
      SELECT tasks.user_id AS "userId",
             format('task of request %s (%s): costs %s, journal %s', request_id, status, quota, coalesce(charge, 0)) AS detail
      FROM tasks
      CROSS JOIN LATERAL (
        SELECT -sum(amount) AS charge FROM journal
        WHERE kind IN ('consume', 'refund') AND reference = request_id AND journal.user_id = tasks.user_id
      ) AS posted
      WHERE tasks.user_id = ANY(${userIds}::bigint[]) AND submitted_at >= ${since}
        AND (quota <> coalesce(charge, 0) OR (status IN ('FAILURE', 'CANCEL') AND quota <> 0))
      LIMIT 1000
    `.execute(db);
    return rows;
  },
};
