import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../context.ts';
import { type Refusal, refuse } from '../../http/answer.ts';
import { readSid, setSessionCookies } from '../cookies.ts';
import type { SignInView } from '../schema.ts';
import { closeSession, holdAccess, type NewSession, openSession } from './sessions.ts';

export type Entrance = Pick<NewSession, 'accessVersion' | 'method' | 'secondFactor'>;

export const signInExpired = 'This sign-in has expired. Please start again.';

/**
 * Signs the browser in, ends the session that it had, and answers what the web app keeps of the user. Refuses when the user's access
 * has changed since they showed who they are.
 */
export async function startSession(
  { db, keys, figures }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  user: Static<typeof SignInView>,
  entrance: Entrance,
): Promise<Static<typeof SignInView> | Refusal> {
  const earlier = readSid(request);
  const userAgent = request.headers['user-agent'] ?? '';
  const session = { userId: user.id, ip: request.ip, userAgent, ...entrance };
  const sid = await db.transaction().execute(async (trx) => {
    if (!(await holdAccess(trx, session))) return undefined;
    if (earlier) await closeSession(trx, earlier);
    return openSession(trx, session);
  });
  if (sid === undefined) return refuse(signInExpired);
  setSessionCookies(request, reply, keys.sessionKey, sid);
  figures.signIns.inc({ way: entrance.method, result: 'signed_in' });
  return user;
}
