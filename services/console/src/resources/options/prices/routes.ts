import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../../../context.ts';
import { answer, answerOf, Refusal } from '../../../http/answer.ts';
import { actorOf } from '../../logs/write.ts';
import { Changed } from '../schema.ts';
import { applyPrices } from './apply.ts';
import { readCard, removeCard, saveCard } from './card.ts';
import { comparePrices } from './compare.ts';
import {
  Applied,
  ApplyRequest,
  CardQuery,
  CardRemoval,
  CardView,
  CardWriting,
  DiffRequest,
  ModelNames,
  PriceDiff,
} from './schema.ts';
import { unpricedModels } from './unpriced.ts';

/** Public price maps are megabytes long. */
const bodyLimit = 9 * 1024 * 1024;

/** Which models have no price; prices from a public map, taken over after they were looked at; a model's whole card. */
export function priceRoutes(context: Context): FastifyPluginAsyncTypebox {
  const config = { access: 'admin' } as const;
  const root = { access: 'root' } as const;
  const writing = { access: 'root', sessionOnly: true } as const;

  return async (app) => {
    app.get('/unpriced', { config, schema: { response: answerOf(ModelNames) } }, async () =>
      answer(await unpricedModels(context.db)),
    );

    app.post(
      '/diff',
      { config, bodyLimit, schema: { body: DiffRequest, response: answerOf(PriceDiff) } },
      async ({ body }) => answer(await comparePrices(context, body)),
    );

    app.post(
      '/apply',
      { config: { ...config, sessionOnly: true }, schema: { body: ApplyRequest, response: answerOf(Applied) } },
      async (request) => {
        const models = await applyPrices(context, actorOf(request), request.body);
        return answer(models instanceof Refusal ? models : { models });
      },
    );

    app.get(
      '/card',
      { config: root, schema: { querystring: CardQuery, response: answerOf(CardView) } },
      async ({ query }) => answer(await readCard(context.db, query)),
    );

    app.put('/card', { config: writing, schema: { body: CardWriting, response: answerOf(Changed) } }, async (request) =>
      answer(await saveCard(context, actorOf(request), request.body)),
    );

    app.delete(
      '/card',
      { config: writing, schema: { querystring: CardRemoval, response: answerOf(Changed) } },
      async (request) => answer(await removeCard(context, actorOf(request), request.query)),
    );
  };
}
