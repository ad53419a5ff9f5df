import type { Database } from '@switchyard/db';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import { seconds } from '../../http/time.ts';
import type { SessionView } from '../schema.ts';
import { liveSessions, type Session } from './sessions.ts';

/** A user's live sessions, the last used first. The ids open nothing. */
export async function listSessions(
  db: Database,
  userId: number,
  current: Session,
): Promise<Static<typeof SessionView>[]> {
  const rows = await liveSessions(db)
    .select(['sessions.id', 'id_hash', 'method', 'ip', 'user_agent', 'last_seen_at'])
    .select(['sessions.created_at', 'second_factor_at'])
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    current: row.id_hash.equals(current.hash),
    method: row.method,
    second_factor: row.second_factor_at !== null,
    ip: row.ip,
    user_agent: row.user_agent,
    created_time: seconds(row.created_at),
    last_seen_time: seconds(row.last_seen_at),
  }));
}

/** Ends one session of the user; false when they have none with this id. */
export async function closeOwnSession(db: Database, userId: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', sql<string>`${id}::uuid`)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends all sessions of the user but this one; answers how many. */
export async function closeOtherSessions(db: Database, userId: number, current: Session): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id_hash', '!=', current.hash)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
