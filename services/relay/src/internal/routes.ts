import { constantTimeEqual } from '@switchyard/crypto';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Relay } from '../context.ts';
import { badRequest, refuse } from '../errors.ts';
import { toRefusal } from '../ingress/error-reply.ts';
import type { JsonBody } from '../ingress/json-body.ts';
import { providers } from '../providers/index.ts';
import { announceTaskRoute } from './announce-task.ts';
import { explainRoutingRoute } from './explain-routing.ts';
import { listModels } from './list-models.ts';
import { loadChannel, unsavedChannel } from './load-channel.ts';
import { pollTasksRoute } from './poll-tasks.ts';
import { readBalance } from './read-balance.ts';
import { testChannel } from './test-channel.ts';

const text = (maxLength: number) => Type.String({ maxLength });
const TestBody = Compile(
  Type.Object({
    channelId: Type.Integer({ minimum: 1 }),
    keyId: Type.Optional(Type.Integer({ minimum: 1 })),
    model: Type.Optional(text(256)),
  }),
);
const BalanceBody = Compile(Type.Object({ channelId: Type.Integer({ minimum: 1 }) }));
const ModelsBody = Compile(
  Type.Union([
    Type.Object({ channelId: Type.Integer({ minimum: 1 }) }),
    Type.Object({ type: Type.Integer(), baseUrl: text(2000), key: text(20_000), other: Type.Optional(text(10_000)) }),
  ]),
);

/** Calls of the console about providers and channels; never reached by customers. */
export function internalRoutes(app: FastifyInstance, relay: Relay, internalToken: string): void {
  app.addHook('onRequest', async (request) => {
    const given = request.headers['x-switchyard-internal'];
    if (typeof given !== 'string' || !constantTimeEqual(given, internalToken)) throw refuse('invalid_key');
  });
  app.setErrorHandler((error: Error, request, reply) => {
    const refusal = toRefusal(error);
    if (refusal.status === 500) relay.log.error({ err: error, requestId: request.id }, 'an internal call failed');
    return reply.code(refusal.status).send({ message: refusal.message });
  });
  app.get('/providers', async () =>
    providers.map(({ type, name, label, baseUrl, models, keyHint, otherHint, notice = '' }) => ({
      type,
      name,
      label,
      baseUrl,
      models,
      keyHint,
      otherHint,
      notice,
    })),
  );
  pollTasksRoute(app, relay);
  announceTaskRoute(app, relay);
  explainRoutingRoute(app, relay);
  app.post('/channels/test', async (request) => {
    const body = (request.body as JsonBody).parse();
    if (!TestBody.Check(body)) throw badRequest('Send {channelId, keyId?, model?}.');
    const channel = await loadChannel(relay, body.channelId, body.keyId);
    const phrases = relay.snapshots.current?.options.AutomaticDisableKeywords ?? [];
    return channel
      ? testChannel(relay, channel, body.model, phrases)
      : { success: false, refused: false, message: 'The channel cannot be used.', timeMs: 0, model: '', reply: '' };
  });
  app.post('/channels/models', async (request) => {
    const body = (request.body as JsonBody).parse();
    if (!ModelsBody.Check(body)) throw badRequest('Send {channelId} or {type, baseUrl, key}.');
    const channel = 'channelId' in body ? await loadChannel(relay, body.channelId) : unsavedChannel(relay, body);
    if (!channel) throw badRequest('The channel cannot be used: check its type and key.');
    return { models: await listModels(channel) };
  });
  app.post('/channels/balance', async (request) => {
    const body = (request.body as JsonBody).parse();
    if (!BalanceBody.Check(body)) throw badRequest('Send {channelId}.');
    const channel = await loadChannel(relay, body.channelId);
    if (!channel) throw badRequest('The channel cannot be used: check its type and key.');
    return readBalance(channel);
  });
}
