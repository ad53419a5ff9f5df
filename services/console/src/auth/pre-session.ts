import { randomBytes } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure } from '../http/secure.ts';

const lifeSeconds = 86_400;
const written = /^[\w-]{22}$/;

/**
 * Names the browser of somebody who is not signed in (128 bits, base64url), so that what was begun in one browser is not
 * finished in another. It opens nothing. A browser without a name is given one.
 */
export function preSession(request: FastifyRequest, reply: FastifyReply): string {
  const known = readPreSession(request);
  if (known) return known;
  const name = randomBytes(16).toString('base64url');
  reply.setCookie(cookieName(request), name, attributes(request));
  return name;
}

export function readPreSession(request: FastifyRequest): string | undefined {
  const name = request.cookies[cookieName(request)];
  return name !== undefined && written.test(name) ? name : undefined;
}

/** As for the session cookie: browsers keep the marks only where a page is secure. */
function cookieName(request: FastifyRequest): string {
  return isSecure(request) ? '__Host-pre' : 'pre';
}

function attributes(request: FastifyRequest): CookieSerializeOptions {
  return { path: '/', sameSite: 'strict', secure: isSecure(request), httpOnly: true, maxAge: lifeSeconds };
}
