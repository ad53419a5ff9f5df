import type { Tracing } from '@switchyard/telemetry';
import type { FastifyInstance } from 'fastify';

const ownPaths = /^\/(api|admin)\//;

/** A span for each call of the console itself; those that pass to the relay are told there. */
export function traceCalls(app: FastifyInstance, tracing: Tracing): void {
  app.addHook('onResponse', async ({ id, method, routeOptions: { url = '' } }, { statusCode, elapsedTime }) => {
    if (!ownPaths.test(url)) return;
    const endedAt = Date.now();
    tracing.record({
      name: `${method} ${url}`,
      kind: 'server',
      startedAt: endedAt - elapsedTime,
      endedAt,
      attributes: {
        'http.request.method': method,
        'http.route': url,
        'http.response.status_code': statusCode,
        'switchyard.request.id': id,
      },
      errorType: statusCode >= 500 ? String(statusCode) : undefined,
    });
  });
}
