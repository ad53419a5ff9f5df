import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../../../context.ts';
import { answer, answerOf, Refusal } from '../../../http/answer.ts';
import { actorOf } from '../../logs/write.ts';
import { applyPrices } from './apply.ts';
import { comparePrices } from './compare.ts';
import { Applied, ApplyRequest, DiffRequest, PriceDiff } from './schema.ts';

/** Public price maps are megabytes long. */
const bodyLimit = 9 * 1024 * 1024;

/** Takes over prices from a public map, after they were looked at. */
export function priceRoutes(context: Context): FastifyPluginAsyncTypebox {
  const config = { access: 'admin' } as const;

  return async (app) => {
    app.post(
      '/diff',
      { config, bodyLimit, schema: { body: DiffRequest, response: answerOf(PriceDiff) } },
      async ({ body }) => answer(await comparePrices(context, body)),
    );

    app.post('/apply', { config, schema: { body: ApplyRequest, response: answerOf(Applied) } }, async (request) => {
      const models = await applyPrices(context, actorOf(request), request.body);
      return answer(models instanceof Refusal ? models : { models });
    });
  };
}
