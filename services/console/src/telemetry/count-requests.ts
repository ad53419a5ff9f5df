import type { FastifyInstance } from 'fastify';
import type { ConsoleFigures } from './console-figures.ts';

/** Every call by its route template; paths themselves hold names, ids and whatever strangers type. */
export function countRequests(app: FastifyInstance, { requests }: ConsoleFigures): void {
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const labels = { method, route: routeOptions.url ?? 'none', status: `${Math.floor(reply.statusCode / 100)}xx` };
    requests.observe(labels, reply.elapsedTime / 1000);
  });
}
