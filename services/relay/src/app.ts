import type { IncomingMessage, ServerResponse } from 'node:http';
import { uuidv7 } from '@switchyard/crypto';
import { lingerOverUploads, routeUpgrades, spareUnreadAnswers, wantsWebSocket } from '@switchyard/http';
import { metricsRoute, type Registry } from '@switchyard/telemetry';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Relay } from './context.ts';
import { standardHeaders } from './egress/standard-headers.ts';
import { type GatewayError, refuse } from './errors.ts';
import { waitingBytes } from './ingress/acceptors.ts';
import { type Admitted, authenticate } from './ingress/admit.ts';
import { anthropicRoutes } from './ingress/anthropic/routes.ts';
import { type BodyLimits, readJsonBody, readMultipartBody } from './ingress/body.ts';
import { replyWithError } from './ingress/error-reply.ts';
import { FastLane } from './ingress/fast-lane/fast-lane.ts';
import { laneRoutes } from './ingress/fast-lane/routes.ts';
import { geminiRoutes } from './ingress/gemini/routes.ts';
import { openaiRoutes } from './ingress/openai/routes.ts';
import { realtimeRoutes } from './ingress/realtime/routes.ts';
import { linkedMidjourneyRoutes } from './ingress/tasks/midjourney/routes.ts';
import { taskRoutes } from './ingress/tasks/routes.ts';
import { linkedVideoRoute } from './ingress/tasks/video/routes.ts';
import { healthRoutes } from './internal/health.ts';
import { internalRoutes } from './internal/routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every call with an API key before its body is read. */
    admitted: Admitted;
    /** The same: memory that its body takes is free again when this closes. */
    answer: ServerResponse;
  }
}

/** What a browser wants to know before it calls (Fetch standard, CORS preflight). */
const preflight = {
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': '*, Authorization',
  'access-control-max-age': '86400',
};

/** A version before the one that clients add themselves: people give them a base URL that has it. */
const doubledVersion = /^\/v1(?:beta)?(?=\/v1(?:beta|alpha)?\/)/;

/** How long clients are waited for. */
const patience = { firstMs: 15_000, bodyMs: 30_000, nextMs: 65_000 };

/** The life of a request, top to bottom. */
export function buildApp(relay: Relay, internalToken: string, registry: Registry): FastifyInstance {
  const app = Fastify({
    logger: false,
    genReqId: uuidv7,
    requestIdHeader: false,
    rewriteUrl: ({ url = '/' }) => url.replace(doubledVersion, ''),
    trustProxy: relay.config.trustedProxies,
    bodyLimit: relay.config.bodyLimitBytes,
    requestTimeout: patience.bodyMs,
    keepAliveTimeout: patience.nextMs,
    // Whoever still asks has not heard that this process leaves: a refusal would be a failure made by us.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    http: {
      headersTimeout: patience.firstMs,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 32_768,
      highWaterMark: waitingBytes,
      shouldUpgradeCallback: wantsWebSocket,
    },
  });

  spareUnreadAnswers(app.server);
  lingerOverUploads(app);
  app.decorateRequest('admitted', undefined as unknown as Admitted);
  app.decorateRequest('answer', undefined as unknown as ServerResponse);
  // Answers of an exchange are not sent by Fastify: it writes these headers itself.
  app.addHook('onSend', (request, reply, payload, done) => {
    const headers = standardHeaders(request.id);
    for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] as string, headers[at + 1]);
    done(null, payload);
  });
  app.removeAllContentTypeParsers();
  const limits: BodyLimits = {
    bytes: relay.config.bodyLimitBytes,
    claim: (bytes, answer) => relay.gate.claim(bytes, answer),
  };
  app.addContentTypeParser('application/json', (request, payload, done) => {
    readJsonBody(payload as IncomingMessage, request.answer, limits, done);
  });
  app.addContentTypeParser('multipart/form-data', (request, payload, done) => {
    readMultipartBody(payload as IncomingMessage, request.answer, limits, done);
  });
  app.setErrorHandler((error: Error, request, reply) => replyWithError(relay, error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] as string;
    const line = `${request.method} ${path.slice(0, 200)}`;
    const elsewhere = (['GET', 'POST'] as const).some((method) => app.hasRoute({ method, url: path }));
    if (elsewhere) throw refuse('method_not_allowed', line);
    replyWithError(relay, refuse('invalid_url', line), request, reply, writeUnknownPath);
  });

  routeUpgrades(app.server, app.routing);
  healthRoutes(app, relay);
  metricsRoute(app, registry, relay.config.metricsToken);
  app.register(async (internal) => internalRoutes(internal, relay, internalToken), { prefix: '/internal' });
  linkedMidjourneyRoutes(app, relay);
  linkedVideoRoute(app, relay);
  app.options('/*', async (_request, reply) => reply.code(204).headers(preflight).send());
  app.register(async (api) => {
    api.addHook('onRequest', (request, reply, done) => {
      if (relay.draining) reply.raw.shouldKeepAlive = false;
      const overloaded = relay.gate.refusal();
      if (overloaded) {
        done(overloaded);
        return;
      }
      request.answer = reply.raw;
      authenticate(relay, request, (error, admitted) => {
        if (admitted) request.admitted = admitted;
        done(error);
      });
    });
    openaiRoutes(api, relay);
    anthropicRoutes(api, relay);
    geminiRoutes(api, relay);
    realtimeRoutes(api, relay);
    taskRoutes(api, relay);
  });
  if (relay.config.fastLane) new FastLane(app.server, relay, laneRoutes(relay), patience);
  return app;
}

/** In the words of the gateways that clients know; the console says the same of its paths. */
function writeUnknownPath({ message }: GatewayError) {
  return { body: { error: { message, type: 'invalid_request_error', param: '', code: '' } } };
}
