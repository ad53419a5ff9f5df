import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../context.ts';
import { readSid, setSessionCookies } from '../cookies.ts';
import type { SignInView } from '../schema.ts';
import { closeSession, type NewSession, openSession } from './sessions.ts';

export type Entrance = Pick<NewSession, 'method' | 'secondFactor'>;

/** Signs the browser in, ends the session that it had, and answers what the web app keeps of the user. */
export async function startSession(
  { db, keys, figures }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  user: Static<typeof SignInView>,
  entrance: Entrance,
): Promise<Static<typeof SignInView>> {
  const earlier = readSid(request);
  const userAgent = request.headers['user-agent'] ?? '';
  const sid = await db.transaction().execute(async (trx) => {
    if (earlier) await closeSession(trx, earlier);
    return openSession(trx, { userId: user.id, ip: request.ip, userAgent, ...entrance });
  });
  setSessionCookies(request, reply, keys.sessionKey, sid);
  figures.signIns.inc({ way: entrance.method, result: 'signed_in' });
  return user;
}
