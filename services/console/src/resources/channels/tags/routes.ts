import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { answer, answerOf } from '../../../http/answer.ts';
import { actorOf } from '../../logs/write.ts';
import { BatchTag, TagChange, TagName } from './schema.ts';
import { changeTag, switchTag, tagChannels } from './service.ts';

const count = answerOf(Type.Integer());

/** Channels under one tag, changed together. Each call answers how many channels it changed. */
export function tagRoutes(context: Context): FastifyPluginAsyncTypebox {
  const config = { access: 'admin' } as const;

  return async (app) => {
    app.put('/tag', { config, schema: { body: TagChange, response: count } }, async (request) =>
      answer(await changeTag(context, actorOf(request), request.body)),
    );

    for (const [path, status] of [
      ['/tag/enabled', 1],
      ['/tag/disabled', 2],
    ] as const) {
      app.post(path, { config, schema: { body: TagName, response: count } }, async (request) =>
        answer(await switchTag(context, actorOf(request), request.body.tag, status)),
      );
    }

    app.post('/batch/tag', { config, schema: { body: BatchTag, response: count } }, async (request) =>
      answer(await tagChannels(context, actorOf(request), request.body)),
    );
  };
}
