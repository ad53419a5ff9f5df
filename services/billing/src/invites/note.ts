import type { Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';

const systemLog = 4;

/** A row in the log of an inviter. */
export async function noteEarning(trx: Transaction<Schema>, userId: number, content: string): Promise<void> {
  await sql`
    INSERT INTO usage_log (created_at, type, user_id, username, content)
    SELECT now(), ${systemLog}::smallint, id, username, ${content}::text FROM users WHERE id = ${userId}
  `.execute(trx);
}
