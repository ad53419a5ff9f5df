import type { Database } from '@switchyard/db';
import type { Job } from '@switchyard/queue';
import { sql } from 'kysely';
import type { Ports } from '../ports.ts';

const dayMs = 86_400_000;
const mostCounted = 1_000_000;

export interface RetentionPorts {
  /** How many whole days the log goes back; undefined: it is kept. */
  readonly logRetentionDays: number | undefined;
}

export function expireLogJob({ db, logRetentionDays }: Ports & RetentionPorts): Job {
  return { name: 'expire-log', schedule: { cron: '40 1 * * *' }, run: () => expireLog(db, logRetentionDays) };
}

/**
 * Has the days cleaned that are older than LOG_RETENTION_DAYS, unless a cleaning is under way: the next night is early
 * enough. Journal and roll-ups stay.
 */
export async function expireLog(db: Database, days: number | undefined, now = new Date()): Promise<void> {
  if (days === undefined) return;
  const target = new Date((Math.floor(now.getTime() / dayMs) - days) * dayMs);
  await sql`
    INSERT INTO log_cleanings (target, actor, found)
    SELECT ${target}, 'LOG_RETENTION_DAYS', found
    FROM (
      SELECT count(*) AS found FROM (SELECT 1 FROM usage_log WHERE created_at < ${target} LIMIT ${mostCounted}) AS old
    ) AS counted
    WHERE found > 0
    ON CONFLICT DO NOTHING`.execute(db);
}
