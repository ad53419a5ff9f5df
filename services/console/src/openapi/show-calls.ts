import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

/** Pages on which people read and try the calls. They live with the same content security policy as all others. */
export function showCalls(app: FastifyInstance): void {
  app.register(swaggerUi, {
    routePrefix: '/api/docs',
    theme: { title: 'Calls of the console' },
    // Without the bar that loads other people's documents.
    uiConfig: { docExpansion: 'none', layout: 'BaseLayout' },
  });
}
