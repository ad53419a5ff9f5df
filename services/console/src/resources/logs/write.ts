import type { Schema } from '@switchyard/db';
import type { FastifyRequest } from 'fastify';
import { sql, type Transaction } from 'kysely';

/** Kinds of log row that the console writes; 2 is consumption, which billing writes. */
export const logTypes = { topUp: 1, manage: 3, system: 4 } as const;

/** Who did something, and from where. */
export interface Actor {
  readonly id: number;
  readonly username: string;
  readonly role: number;
  readonly ip: string;
  readonly requestId: string;
}

export function actorOf(request: Pick<FastifyRequest, 'user' | 'ip' | 'id'>): Actor {
  const { id, username, role } = request.user;
  return { id, username, role, ip: request.ip, requestId: request.id };
}

/**
 * Adds a row to the log in the transaction of what it tells, and what administrators did to the audit log too.
 * `content` is for people and never holds a secret.
 */
export async function writeLog(
  trx: Transaction<Schema>,
  type: (typeof logTypes)[keyof typeof logTypes],
  actor: Actor,
  content: string,
  channelId = 0,
): Promise<void> {
  await trx
    .insertInto('usage_log')
    .values({
      created_at: sql`now()`,
      type,
      user_id: actor.id,
      username: actor.username,
      channel_id: channelId,
      request_id: actor.requestId,
      ip: actor.ip,
      content,
    })
    .execute();
  if (type !== logTypes.manage) return;
  await trx
    .insertInto('audit_log')
    .values({ actor_id: actor.id, actor: actor.username, ip: actor.ip, request_id: actor.requestId, content })
    .execute();
}
