import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { Forbidden, NotSignedIn } from '../http/errors.ts';
import { isFromOwnSite, limitedAddress } from '../http/origin.ts';
import { limit } from '../http/too-many-requests.ts';
import { readSid } from './cookies.ts';
import { type Access, leastRole } from './roles.ts';
import { findByAccessToken } from './sessions/access-tokens.ts';
import { requireSession } from './sessions/recent-sign-in.ts';
import { findSession, isCsrfTokenOf, type SignedIn } from './sessions/sessions.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** Not with a system access token: what changes credentials, or who may do what. */
    sessionOnly?: boolean;
  }
  interface FastifyRequest {
    /** Set on every route whose access is not `public`. */
    user: SignedIn;
  }
}

const callsPerWindow = 360;
const windowMs = 3 * 60_000;
const bearer = 'Bearer ';

/**
 * Lets a call of the console through when its route's `access` allows it. A route that does not say who may call it
 * stops the start. Role and status are read from the database each time: a change counts from the next call.
 */
export function addGuard(app: FastifyInstance, context: Context): void {
  app.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`${route.method} ${route.url} does not say who may call it`);
  });
  app.addHook('onRequest', async (request) => {
    const { access, sessionOnly } = request.routeOptions.config;
    // One processor calls for all of its payers, so its address is not limited.
    if (access === 'callback') return;
    const callers = `api:address:${limitedAddress(request.ip)}`;
    if (access === undefined || access === 'public') {
      await limit(context.kv.limiter, callers, callsPerWindow, windowMs);
      if (request.method !== 'GET') refuseOtherSites(request);
      return;
    }
    const user = await identify(request, context);
    await limit(context.kv.limiter, user ? `api:user:${user.id}` : callers, callsPerWindow, windowMs);
    if (!user) throw new NotSignedIn();
    refuseOtherSites(request);
    if (user.role < leastRole[access]) throw new Forbidden('Your account has no permission for this.');
    request.user = user;
    if (sessionOnly) requireSession(request);
  });
}

/**
 * Who calls: the user of the session, when cookie and bearer belong together, or without a session cookie that of a system access
 * token; in both cases only when the user-id header says the same.
 */
async function identify(request: FastifyRequest, context: Context): Promise<SignedIn | undefined> {
  if (readSid(request) !== undefined) return readSession(request, context);
  const user = await findByAccessToken(context.db, request.headers.authorization ?? '');
  return user && isNamed(request, user) ? user : undefined;
}

/** The session's user, when cookie, bearer and user-id header belong together. For routes that visitors may call as well. */
export async function readSession(request: FastifyRequest, { db, keys }: Context): Promise<SignedIn | undefined> {
  const sid = readSid(request);
  if (!sid || !bearsCsrfToken(request, keys.sessionKey, sid)) return undefined;
  const user = await findSession(db, sid);
  return user && isNamed(request, user) ? user : undefined;
}

/** True when the bearer shows that our own page sent the request: other sites cannot read the value, nor send it. */
export function bearsCsrfToken(request: FastifyRequest, sessionKey: Uint8Array, sid: string): boolean {
  const { authorization = '' } = request.headers;
  return authorization.startsWith(bearer) && isCsrfTokenOf(sessionKey, sid, authorization.slice(bearer.length));
}

function isNamed({ headers }: FastifyRequest, user: SignedIn): boolean {
  const named = [headers['new-api-user'], headers['x-user-id'], headers['user-id']].find((id) => id !== undefined);
  return named?.toString() === String(user.id);
}

/** Reads by other sites are useless to them without CORS, but some GETs change something, so all are refused. */
export function refuseOtherSites(request: FastifyRequest): void {
  if (!isFromOwnSite(request)) throw new Forbidden('This request came from another site.');
}
