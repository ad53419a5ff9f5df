import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure } from '../http/secure.ts';
import { absoluteLifeSeconds, echoOf } from './sessions.ts';

const echoCookie = 'session';

/**
 * Browsers keep `Secure` cookies only where a page is secure. Elsewhere (a home server on plain http) the session cookie
 * goes without the marks, because otherwise nobody could sign in.
 */
function sidCookie(request: FastifyRequest): string {
  return isSecure(request) ? '__Host-sid' : 'sid';
}

function attributes(request: FastifyRequest): CookieSerializeOptions {
  return { path: '/', sameSite: 'strict', secure: isSecure(request), maxAge: absoluteLifeSeconds };
}

export function readSid(request: FastifyRequest): string | undefined {
  return request.cookies[sidCookie(request)];
}

export function setSessionCookies(request: FastifyRequest, reply: FastifyReply, sessionKey: Uint8Array, sid: string) {
  reply.setCookie(sidCookie(request), sid, { ...attributes(request), httpOnly: true });
  reply.setCookie(echoCookie, echoOf(sessionKey, sid), attributes(request));
}

export function clearSessionCookies(request: FastifyRequest, reply: FastifyReply) {
  reply.clearCookie(sidCookie(request), { ...attributes(request), httpOnly: true });
  reply.clearCookie(echoCookie, attributes(request));
}
