import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../../context.ts';
import { answer, answerOf, emptyAnswer, Refusal, refuse } from '../../http/answer.ts';
import { pageFromOne, presentPage } from '../../http/page.ts';
import { actorOf } from '../logs/write.ts';
import { readBaseUrl } from './base-url.ts';
import { batchRoutes } from './batch/routes.ts';
import { copyChannel } from './copy.ts';
import { explainRoutes } from './explain/routes.ts';
import { hashChannelKey } from './keys/hash-key.ts';
import { keyRoutes } from './keys/routes.ts';
import { listChannels, listTagNames, listTags } from './list.ts';
import { listKnownModels } from './models.ts';
import { present } from './present.ts';
import { findChannel, noChannel } from './repository.ts';
import { runRoutes } from './runs/routes.ts';
import {
  BalanceAnswer,
  ChannelChange,
  ChannelId,
  ChannelPage,
  ChannelView,
  Copied,
  Created,
  KnownModels,
  ListQuery,
  ModelNames,
  ModelsQuestion,
  NewChannel,
  Providers,
  TagNames,
  TestAnswer,
  TestQuery,
} from './schema.ts';
import { changeChannel, createChannels, readBalance, removeChannel, testChannel } from './service.ts';
import { tagRoutes } from './tags/routes.ts';

/** Longer than the relay gives an upstream to answer a question. */
const upstreamTimeoutMs = 100_000;

/** Accounts at upstream providers. Administrators only; keys go in and never come out. */
export function channelRoutes(context: Context): FastifyPluginAsyncTypebox {
  const { db, relay } = context;
  const config = { access: 'admin' } as const;

  return async (app) => {
    app.register(keyRoutes(context), { prefix: '/:id/keys' });
    for (const part of [batchRoutes, explainRoutes, runRoutes, tagRoutes]) app.register(part(context));

    for (const path of ['/', '/search']) {
      app.get(
        path,
        { config, schema: { querystring: ListQuery, response: answerOf(ChannelPage) } },
        async (request) => {
          const { query } = request;
          const page = pageFromOne(query);
          const keyHash = hashChannelKey(context.keys.channelPepper, query.keyword);
          const { rows, total } = await (query.tag_mode ? listTags : listChannels)(db, page, { ...query, keyHash });
          return answer(presentPage(page, rows.map(present), total));
        },
      );
    }

    app.get('/models', { config, schema: { response: answerOf(KnownModels) } }, async () =>
      answer(await listKnownModels(context)),
    );

    app.get('/tags', { config, schema: { response: answerOf(TagNames) } }, async () => answer(await listTagNames(db)));

    app.get('/types', { config, schema: { response: answerOf(Providers) } }, async () => {
      const providers = await relay.providers();
      return answer(providers instanceof Refusal ? providers : [...providers]);
    });

    app.get('/:id', { config, schema: { params: ChannelId, response: answerOf(ChannelView) } }, async (request) => {
      const channel = await findChannel(db, request.params.id);
      return answer(channel ? present(channel) : refuse(noChannel));
    });

    app.post('/', { config, schema: { body: NewChannel, response: answerOf(Created) } }, async (request) =>
      answer(await createChannels(context, actorOf(request), request.body)),
    );

    app.put('/', { config, schema: { body: ChannelChange, response: answerOf(ChannelView) } }, async (request) => {
      const channel = await changeChannel(context, actorOf(request), request.body);
      return answer(channel instanceof Refusal ? channel : present(channel));
    });

    app.delete('/:id', { config, schema: { params: ChannelId, response: emptyAnswer } }, async (request) =>
      answer(await removeChannel(context, actorOf(request), request.params.id)),
    );

    app.post('/copy/:id', { config, schema: { params: ChannelId, response: answerOf(Copied) } }, async (request) =>
      answer(await copyChannel(context, actorOf(request), request.params.id)),
    );

    app.get(
      '/update_balance/:id',
      { config, schema: { params: ChannelId, response: BalanceAnswer }, handlerTimeout: upstreamTimeoutMs },
      async (request) => {
        const balance = await readBalance(context, request.params.id);
        if (balance instanceof Refusal) return { success: false, message: balance.reason, balance: 0 };
        return { success: true, message: '', balance };
      },
    );

    app.get(
      '/test/:id',
      {
        config,
        schema: { params: ChannelId, querystring: TestQuery, response: TestAnswer },
        handlerTimeout: upstreamTimeoutMs,
      },
      async (request) => {
        const result = await testChannel(context, actorOf(request), request.params.id, request.query);
        if (result instanceof Refusal) return { success: false, message: result.reason, time: 0, model: '', reply: '' };
        const { success, message, timeMs, model, reply = '' } = result;
        return { success, message, time: Math.round(timeMs) / 1000, model, reply };
      },
    );

    app.get(
      '/fetch_models/:id',
      { config, schema: { params: ChannelId, response: answerOf(ModelNames) }, handlerTimeout: upstreamTimeoutMs },
      async (request) => {
        const { id } = request.params;
        return answer((await findChannel(db, id)) ? await relay.listModels({ channelId: id }) : refuse(noChannel));
      },
    );

    app.post(
      '/fetch_models',
      { config, schema: { body: ModelsQuestion, response: answerOf(ModelNames) }, handlerTimeout: upstreamTimeoutMs },
      async (request) => {
        const { type, key, base_url: address } = request.body;
        if (!key.trim()) return answer(refuse('Please fill in the key.'));
        const baseUrl = await readBaseUrl(address ?? null, context.config.upstreamAllow);
        if (baseUrl instanceof Refusal) return answer(baseUrl);
        return answer(await relay.listModels({ type, baseUrl, key: key.trim() }));
      },
    );
  };
}
