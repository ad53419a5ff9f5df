import { collectDefaultMetrics, type Registry } from '@prometheus-io/client';
import { constantTimeEqual } from '@switchyard/crypto';
import type { FastifyInstance } from 'fastify';

/**
 * GET /metrics, for whoever bears the token: the service's own figures and those of its process. Without a token set nobody may: an
 * address says nothing about the caller, since behind a reverse proxy all of them come from this machine.
 */
export function metricsRoute(app: FastifyInstance, registry: Registry, token: string | undefined): void {
  const expected = token === undefined ? undefined : `Bearer ${token}`;
  if (expected !== undefined) collectDefaultMetrics({ register: registry });
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8');
    if (expected === undefined) return reply.code(404).send('Metrics are off. Set METRICS_TOKEN to switch them on.\n');
    if (!constantTimeEqual(request.headers.authorization ?? '', expected)) {
      return reply.code(401).header('www-authenticate', 'Bearer').send('Send METRICS_TOKEN as a bearer token.\n');
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
