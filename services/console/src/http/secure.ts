import type { FastifyRequest } from 'fastify';

const loopback = /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/;

/** True where browsers treat the page as secure: over https, and on this machine. */
export function isSecure(request: FastifyRequest): boolean {
  return request.protocol === 'https' || isLoopback(request.hostname);
}

/** True for a name or an address, as addresses of pages write it, that always leads to the own machine. */
export function isLoopback(hostname: string): boolean {
  return loopback.test(hostname);
}
