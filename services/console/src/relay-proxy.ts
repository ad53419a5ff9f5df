import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import httpProxy from '@fastify/http-proxy';
import { routeUpgrades, upgradeOf } from '@switchyard/http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Dispatcher, Pool } from 'undici';
import { forwardUpgrade } from './forward-upgrade.ts';
import { spreadConnections } from './spread-connections.ts';
import { unreachableBody, unreachableStatus } from './unreachable-relay.ts';

/** Paths of the relay that the console's address also serves. */
export const relayPrefixes = [
  '/v1',
  '/v1beta',
  '/v1alpha',
  '/anthropic',
  '/claude',
  '/gemini',
  '/dashboard/billing',
  '/mj',
  '/mj-fast',
  '/mj-relax',
  '/mj-turbo',
  '/suno',
] as const;

/** A relay that has come back, or was added, has its share of the calls after this long. */
const connectionLifeMs = 30_000;

/**
 * Forwards the relay's paths: bodies stream in both directions and a client that leaves cancels the call. The relay
 * hears the client's address from `x-forwarded-for`, which it believes from us only. Cookies of the console stay here.
 * WebSockets become tunnels. Where the relay's name leads to several hosts, all of them are used.
 */
export function frontRelay(app: FastifyInstance, relayUrl: string): void {
  // The relay has its own clocks; a model may think for minutes before the first byte.
  const connect = spreadConnections();
  const pool = new Pool(relayUrl, {
    headersTimeout: 0,
    bodyTimeout: 0,
    clientTtl: connectionLifeMs,
    connect: { timeout: 5_000, ...connect },
  });
  const leaving = new AsyncLocalStorage<AbortSignal>();
  const dispatcher = {
    request: (
      options: Dispatcher.RequestOptions,
      done: (error: Error | null, reply: Dispatcher.ResponseData) => void,
    ) => pool.request({ ...options, body: apart(options.body ?? null), signal: leaving.getStore() ?? null }, done),
  };
  app.addHook('onClose', () => pool.destroy());
  routeUpgrades(app.server, app.routing);

  app.register(async (scope) => {
    // Whatever its type, a body passes as the stream it is.
    scope.removeAllContentTypeParsers();
    for (const prefix of relayPrefixes) {
      scope.register(httpProxy, {
        upstream: relayUrl,
        prefix,
        rewritePrefix: prefix,
        undici: dispatcher as never,
        disableRequestLogging: true,
        config: { access: 'public' },
        replyOptions: {
          rewriteRequestHeaders,
          retryDelay: () => null,
          onError: (reply) => answerUnreachable(reply as FastifyReply),
        },
        handler: (request, reply, destination, options) => {
          if (!upgradeOf(request.raw)) return leaving.run(untilGone(reply), () => reply.from(destination, options));
          forwardUpgrade(request, reply, {
            relayUrl,
            connect,
            headers: rewriteRequestHeaders(request, request.headers),
            onError: () => answerUnreachable(reply),
          });
          return reply;
        },
      });
    }
  });
}

/** Aborts when the client's connection closes before the answer is complete. */
function untilGone({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

/**
 * undici destroys the body of a request that is answered before it was sent, and with a client's own stream its connection would go, on
 * which the answer is.
 */
function apart<Body>(body: Body): Body | PassThrough {
  if (!(body instanceof Readable)) return body;
  const passed = new PassThrough();
  body.once('error', (error) => passed.destroy(error));
  return body.pipe(passed);
}

function rewriteRequestHeaders(request: { ip: string }, headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = Object.entries(headers).filter(
    ([name]) => !/^(cookie|forwarded|x-forwarded-.*|x-real-ip|x-switchyard-.*)$/.test(name),
  );
  return { ...Object.fromEntries(kept), 'x-forwarded-for': request.ip };
}

function answerUnreachable(reply: FastifyReply): void {
  const { url, headers, id } = reply.request;
  reply.status(unreachableStatus).send(unreachableBody(url, headers, id));
}
