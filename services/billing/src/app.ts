import { setTimeout as sleep } from 'node:timers/promises';
import { metricsRoute } from '@switchyard/telemetry';
import fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Ports } from './ports.ts';

/** A server that keeps its connections and does not answer is as good as gone. */
const longestWaitMs = 2_000;

/** Health for orchestrators, figures for whoever has the token; billing answers nobody else. */
export function buildApp({ db, kv, bus, log, figures }: Ports, metricsToken: string | undefined): FastifyInstance {
  const app = fastify({ logger: false });
  metricsRoute(app, figures.registry, metricsToken);

  app.get('/livez', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    const checks = { postgres: sql`SELECT 1`.execute(db), kv: kv.ping(), bus: bus.ping() };
    const results = await Promise.allSettled(Object.values(checks).map(inTime));
    const failing = Object.keys(checks).filter((_, index) => results[index]?.status === 'rejected');
    if (failing.length === 0) return { status: 'ok' };
    log.warn({ failing }, 'not ready');
    return reply.code(503).send({ status: 'unavailable', failing });
  });

  return app;
}

async function inTime(check: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const late = sleep(longestWaitMs, undefined, { signal: timer.signal }).then(() =>
    Promise.reject(new Error('no answer')),
  );
  try {
    await Promise.race([check, late]);
  } finally {
    late.catch(() => {});
    timer.abort();
  }
}
