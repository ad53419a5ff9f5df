import type { FastifyInstance } from 'fastify';
import type { Relay } from '../context.ts';

const spoolFullAt = 0.95;

/** /livez: the event loop turns. /readyz: new requests are welcome. Shared stores are not asked: one blip would empty the balancer. */
export function healthRoutes(app: FastifyInstance, relay: Relay): void {
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const checks = {
      configuration: relay.snapshots.current !== undefined,
      balances: relay.leases.opened,
      spool: relay.spool.fill < spoolFullAt,
      admitting: !relay.draining,
    };
    const ready = Object.values(checks).every(Boolean);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', checks });
  });
}
