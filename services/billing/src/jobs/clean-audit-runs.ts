import type { Database } from '@switchyard/db';
import { sql } from 'kysely';

export async function cleanAuditRuns(db: Database): Promise<void> {
  await sql`DELETE FROM audit_runs WHERE started_at < now() - interval '30 days'`.execute(db);
}
