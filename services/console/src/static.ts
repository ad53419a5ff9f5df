import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { answerNotFound } from './http/not-found.ts';

const apiPath = /^\/(api|v1|assets|internal)(\/|$)/i;
const yearSeconds = 31_536_000;

/**
 * Serves the built web app: files under /assets carry a hash in their names and are kept for ever; every path that is
 * no file is a page of the app.
 */
export function serveWeb(app: FastifyInstance, root: string): void {
  if (existsSync(join(root, 'index.html'))) {
    app.register(fastifyStatic, {
      root,
      // Beside each file lie its .br and .gz.
      preCompressed: true,
      cacheControl: false,
      setHeaders(response, path) {
        const isHashed = path.startsWith(join(root, 'assets'));
        response.header('cache-control', isHashed ? `public, max-age=${yearSeconds}, immutable` : 'no-cache');
      },
    });
  } else {
    app.log.warn({ root }, 'the web app is not built, only the calls are served');
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !apiPath.test(request.url.split('?')[0] ?? '');
    if (!isPage || !app.hasReplyDecorator('sendFile')) return answerNotFound(request, reply);
    return reply.sendFile('index.html');
  });
}
