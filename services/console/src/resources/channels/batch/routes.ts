import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { answer, answerOf } from '../../../http/answer.ts';
import { actorOf } from '../../logs/write.ts';
import { fixAbilities, removeChannels, removeDisabledChannels, switchChannels } from './service.ts';

const count = answerOf(Type.Integer());
const ChannelIds = Type.Object({ ids: Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 10_000 }) });

/** What is done to many channels at once. Each call answers how many there were. */
export function batchRoutes(context: Context): FastifyPluginAsyncTypebox {
  const config = { access: 'admin' } as const;

  return async (app) => {
    app.post('/batch', { config, schema: { body: ChannelIds, response: count } }, async (request) =>
      answer(await removeChannels(context, actorOf(request), request.body.ids)),
    );

    for (const [path, status] of [
      ['/batch/enabled', 1],
      ['/batch/disabled', 2],
    ] as const) {
      app.post(path, { config, schema: { body: ChannelIds, response: count } }, async (request) =>
        answer(await switchChannels(context, actorOf(request), request.body.ids, status)),
      );
    }

    app.delete('/disabled', { config, schema: { response: count } }, async (request) =>
      answer(await removeDisabledChannels(context, actorOf(request))),
    );

    app.post('/fix', { config, schema: { response: count } }, async (request) =>
      answer(await fixAbilities(context, actorOf(request))),
    );
  };
}
