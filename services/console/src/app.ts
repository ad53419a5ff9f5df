import cookie from '@fastify/cookie';
import { uuidv7 } from '@switchyard/crypto';
import { lingerOverUploads, spareUnreadAnswers, wantsWebSocket } from '@switchyard/http';
import type { Logger } from '@switchyard/log';
import { metricsRoute, type Tracing } from '@switchyard/telemetry';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { addGuard } from './auth/guard.ts';
import { identityRoutes, oauthRoutes } from './auth/identities/routes.ts';
import { passkeyRoutes } from './auth/passkeys/routes.ts';
import { registrationRoutes } from './auth/registration/routes.ts';
import { signInRoutes } from './auth/routes.ts';
import { secondFactorRoutes } from './auth/second-factor/routes.ts';
import { sessionRoutes } from './auth/sessions/routes.ts';
import type { Context } from './context.ts';
import { answerError, refuseAddress } from './http/errors.ts';
import { answerNotFound } from './http/not-found.ts';
import { securityHeaders } from './http/security-headers.ts';
import { compileValidator } from './http/validator.ts';
import { describeCalls } from './openapi/describe-calls.ts';
import { showCalls } from './openapi/show-calls.ts';
import { airwallexRoutes } from './payments/airwallex/routes.ts';
import { callbackRoutes } from './payments/callback-routes.ts';
import { cryptomusRoutes } from './payments/cryptomus/routes.ts';
import { decisionRoutes } from './payments/decisions/routes.ts';
import { offerRoutes } from './payments/offer-routes.ts';
import { orderRoutes } from './payments/orders/routes.ts';
import { stripeRoutes } from './payments/stripe-routes.ts';
import { topUpRoutes } from './payments/top-up-routes.ts';
import { usdtLogRoutes } from './payments/usdt-log-routes.ts';
import { frontRelay } from './relay-proxy.ts';
import { auditRoutes } from './resources/audit/routes.ts';
import { booksRoutes } from './resources/books/routes.ts';
import { channelRoutes } from './resources/channels/routes.ts';
import { contentRoutes } from './resources/content/routes.ts';
import { dataRoutes } from './resources/data/routes.ts';
import { groupRoutes } from './resources/groups/routes.ts';
import { inviteRoutes } from './resources/invites/routes.ts';
import { logRoutes } from './resources/logs/routes.ts';
import { midjourneyRoutes } from './resources/midjourney/routes.ts';
import { modelRoutes } from './resources/models/routes.ts';
import { optionRoutes } from './resources/options/routes.ts';
import { pricingRoutes } from './resources/pricing/routes.ts';
import { redemptionRoutes } from './resources/redemption/routes.ts';
import { statusRoutes } from './resources/status/routes.ts';
import { taskRoutes } from './resources/tasks/routes.ts';
import { tokenRoutes } from './resources/tokens/routes.ts';
import { userAdminRoutes } from './resources/users/admin/routes.ts';
import { userRoutes } from './resources/users/routes.ts';
import { serveWeb } from './static.ts';
import { countRequests } from './telemetry/count-requests.ts';
import { traceCalls } from './telemetry/trace-calls.ts';

const handlerTimeoutMs = 30_000;

/** The console's HTTP side: health, the calls under /api, the relay's paths, and the web app for everything else. */
export function buildApp(context: Context, log: Logger, tracing?: Tracing): FastifyInstance {
  const { figures } = context;
  const { trustedProxyCidrs, relayUrl, webRoot, metricsToken } = context.config;
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: uuidv7,
    requestIdHeader: false,
    trustProxy: trustedProxyCidrs.length > 0 ? [...trustedProxyCidrs] : false,
    routerOptions: { ignoreTrailingSlash: true },
    requestTimeout: 300_000,
    http: { headersTimeout: 15_000, shouldUpgradeCallback: wantsWebSocket },
    bodyLimit: 1024 * 1024,
    // What comes on open connections while this process stops is answered, and its connection closed.
    return503OnClosing: false,
    frameworkErrors: refuseAddress,
  });
  spareUnreadAnswers(app.server);
  lingerOverUploads(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-oneapi-request-id', request.id);
  });

  countRequests(app, figures);
  if (tracing) traceCalls(app, tracing);
  metricsRoute(app, figures.registry, metricsToken);
  app.get('/livez', async () => 'alive');
  // Not the database: while that is away the relay's paths must stay in the load balancer.
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.get('/readyz', async (_request, reply) =>
    reply.status(isClosing ? 503 : 200).send(isClosing ? 'closing' : 'ready'),
  );

  describeCalls(app);
  frontRelay(app, relayUrl);
  app.register(async (own) => {
    own.addHook('onRequest', securityHeaders(context.options));
    showCalls(own);
    own.register(async (api) => addCalls(api, context), { prefix: '/api' });
    own.register(async (admin) => addAdminCalls(admin, context), { prefix: '/admin' });
    serveWeb(own, webRoot);
  });
  return app;
}

async function prepareCalls(api: FastifyInstance, context: Context): Promise<void> {
  await api.register(cookie);
  api.removeContentTypeParser('text/plain');
  api.setValidatorCompiler(compileValidator);
  api.setErrorHandler(answerError);
  api.setNotFoundHandler(answerNotFound);
  api.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  api.addHook('onRoute', (route) => {
    route.handlerTimeout ??= handlerTimeoutMs;
  });
  addGuard(api, context);
}

async function addAdminCalls(admin: FastifyInstance, context: Context): Promise<void> {
  await prepareCalls(admin, context);
  admin.register(usdtLogRoutes(context));
}

async function addCalls(api: FastifyInstance, context: Context): Promise<void> {
  await prepareCalls(api, context);
  api.register(statusRoutes(context), { prefix: '/status' });
  api.register(contentRoutes(context));
  api.register(pricingRoutes(context), { prefix: '/pricing' });
  api.register(registrationRoutes(context));
  api.register(signInRoutes(context), { prefix: '/user' });
  api.register(sessionRoutes(context), { prefix: '/user' });
  api.register(secondFactorRoutes(context), { prefix: '/user/2fa' });
  api.register(passkeyRoutes(context), { prefix: '/user/passkey' });
  api.register(identityRoutes(context), { prefix: '/user/identity' });
  api.register(userRoutes(context), { prefix: '/user' });
  api.register(userAdminRoutes(context), { prefix: '/user' });
  api.register(inviteRoutes(context), { prefix: '/user' });
  api.register(topUpRoutes(context), { prefix: '/user' });
  api.register(cryptomusRoutes(context));
  api.register(airwallexRoutes(context), { prefix: '/user' });
  api.register(stripeRoutes(context), { prefix: '/user' });
  api.register(decisionRoutes(context), { prefix: '/order' });
  api.register(redemptionRoutes(context));
  api.register(orderRoutes(context));
  api.register(offerRoutes(context));
  api.register(callbackRoutes(context));
  api.register(oauthRoutes(context), { prefix: '/oauth' });
  api.register(groupRoutes(context), { prefix: '/group' });
  api.register(modelRoutes(context), { prefix: '/models' });
  api.register(channelRoutes(context), { prefix: '/channel' });
  api.register(tokenRoutes(context), { prefix: '/token' });
  api.register(logRoutes(context), { prefix: '/log' });
  api.register(dataRoutes(context), { prefix: '/data' });
  api.register(taskRoutes(context), { prefix: '/task' });
  api.register(midjourneyRoutes(context), { prefix: '/mj' });
  api.register(optionRoutes(context), { prefix: '/option' });
  api.register(booksRoutes(context), { prefix: '/books' });
  api.register(auditRoutes(context), { prefix: '/audit' });
}
