import type { FastifyReply, FastifyRequest } from 'fastify';

/** Answer to a path that is neither a call nor a page, in the shape that API clients read. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = `Invalid URL (${request.method} ${request.url.split('?')[0]})`;
  reply.header('cache-control', 'no-store');
  return reply.status(404).send({ error: { message, type: 'invalid_request_error', param: '', code: '' } });
}
