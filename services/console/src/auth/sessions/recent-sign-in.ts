import type { FastifyRequest } from 'fastify';
import { Forbidden, RecentSignInRequired } from '../../http/errors.ts';
import type { Session } from './sessions.ts';

/** The session of a caller who has shown within the last 10 minutes who they are; otherwise throws what asks them to. */
export function requireRecentSignIn({ user }: Pick<FastifyRequest, 'user'>): Session {
  const session = requireSession({ user });
  if (!session.isRecent) throw new RecentSignInRequired();
  return session;
}

/** The session of a caller who is signed in by browser, not by a system access token. */
export function requireSession({ user }: Pick<FastifyRequest, 'user'>): Session {
  if (!user.session) throw new Forbidden('This is not possible with an access token. Sign in with a browser.');
  return user.session;
}
