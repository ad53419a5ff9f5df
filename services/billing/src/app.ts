import fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Ports } from './ports.ts';

/** Health for orchestrators; billing answers nobody else. */
export function buildApp({ db, kv, bus, log }: Ports): FastifyInstance {
  const app = fastify({ logger: false });

  app.get('/livez', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    const checks = { postgres: sql`SELECT 1`.execute(db), kv: kv.ping(), bus: bus.ping() };
    const results = await Promise.allSettled(Object.values(checks));
    const failing = Object.keys(checks).filter((_, index) => results[index]?.status === 'rejected');
    if (failing.length === 0) return { status: 'ok' };
    log.warn({ failing }, 'not ready');
    return reply.code(503).send({ status: 'unavailable', failing });
  });

  return app;
}
