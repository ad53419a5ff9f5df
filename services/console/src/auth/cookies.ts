import { randomBytes } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure } from '../http/secure.ts';
import { pendingLifeSeconds } from './second-factor/pending-sign-in.ts';
import { absoluteLifeSeconds, csrfTokenOf } from './sessions/sessions.ts';

const csrfCookie = 'session';

/** Cookies that pages cannot read: the session, a sign-in that waits for its second factor, a browser without either. */
type Hidden = 'sid' | 'pending' | 'pre';

/**
 * Browsers keep `Secure` cookies only where a page is secure. Elsewhere (a home server on plain http) they go without the
 * marks, because otherwise nobody could sign in.
 */
function nameOf(request: FastifyRequest, cookie: Hidden): string {
  return isSecure(request) ? `__Host-${cookie}` : cookie;
}

function attributes(request: FastifyRequest, maxAge?: number): CookieSerializeOptions {
  return { path: '/', sameSite: 'strict', secure: isSecure(request), ...(maxAge && { maxAge }) };
}

function hidden(request: FastifyRequest, maxAge?: number): CookieSerializeOptions {
  return { ...attributes(request, maxAge), httpOnly: true };
}

export function readSid(request: FastifyRequest): string | undefined {
  return request.cookies[nameOf(request, 'sid')];
}

export function setSessionCookies(request: FastifyRequest, reply: FastifyReply, sessionKey: Uint8Array, sid: string) {
  reply.setCookie(nameOf(request, 'sid'), sid, hidden(request, absoluteLifeSeconds));
  reply.setCookie(csrfCookie, csrfTokenOf(sessionKey, sid), attributes(request, absoluteLifeSeconds));
}

export function clearSessionCookies(request: FastifyRequest, reply: FastifyReply) {
  reply.clearCookie(nameOf(request, 'sid'), hidden(request));
  reply.clearCookie(csrfCookie, attributes(request));
}

export function readPendingId(request: FastifyRequest): string | undefined {
  return request.cookies[nameOf(request, 'pending')];
}

export function setPendingCookie(request: FastifyRequest, reply: FastifyReply, id: string) {
  reply.setCookie(nameOf(request, 'pending'), id, hidden(request, pendingLifeSeconds));
}

export function clearPendingCookie(request: FastifyRequest, reply: FastifyReply) {
  reply.clearCookie(nameOf(request, 'pending'), hidden(request));
}

/**
 * Names the browser of somebody who is not signed in (128 bits), so that what was begun in one browser is not finished in another.
 * It opens nothing. A browser without a name is given one, until it closes.
 */
export function browserId(request: FastifyRequest, reply: FastifyReply): string {
  const known = readBrowserId(request);
  if (known) return known;
  const id = randomBytes(16).toString('base64url');
  reply.setCookie(nameOf(request, 'pre'), id, hidden(request));
  return id;
}

export function readBrowserId(request: FastifyRequest): string | undefined {
  return request.cookies[nameOf(request, 'pre')] || undefined;
}
