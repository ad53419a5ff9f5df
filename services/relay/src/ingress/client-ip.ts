import type { FastifyRequest } from 'fastify';

/** Who calls: the peer, or whom a trusted proxy names. Without the header there is nothing to weigh. */
export function clientIp(request: FastifyRequest): string {
  if (request.headers['x-forwarded-for'] !== undefined) return request.ip;
  return request.raw.socket.remoteAddress ?? '';
}
