import type { FastifyRequest } from 'fastify';

const loopback = /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/;

/** True where browsers treat the page as secure: over https, and on this machine. */
export function isSecure(request: FastifyRequest): boolean {
  return request.protocol === 'https' || loopback.test(request.hostname);
}
