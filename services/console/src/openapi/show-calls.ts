import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

/** Pages on which people read and try the calls. They live with the same content security policy as all others. */
export function showCalls(app: FastifyInstance): void {
  app.register(swaggerUi, { routePrefix: '/api/docs', uiConfig: { docExpansion: 'none' } });
}
