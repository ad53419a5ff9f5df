import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../../context.ts';
import { answer, answerOf, emptyAnswer } from '../../http/answer.ts';
import { pageFromOne, presentPage } from '../../http/page.ts';
import { actorOf } from '../logs/write.ts';
import { changeOption, changeOptions, RefusedChange } from './change.ts';
import { checkRoutes } from './checks/routes.ts';
import { listChanges, priceCardsKey } from './history.ts';
import { listDefinitions, listOptions, visibleKeys } from './list.ts';
import { presentChange } from './present.ts';
import { priceRoutes } from './prices/routes.ts';
import { resetPrices } from './reset-prices.ts';
import { rollBack } from './rollback.ts';
import {
  Changed,
  ChangedTogether,
  Definitions,
  HistoryPage,
  HistoryQuery,
  OptionChange,
  OptionChanges,
  OptionList,
  Rollback,
} from './schema.ts';

/** Price maps of thousands of models are long. */
const bodyLimit = 2 * 1024 * 1024;
/** All of them together. */
const formLimit = 5 * 1024 * 1024;

/** Settings of the installation, as key and text. */
export function optionRoutes(context: Context): FastifyPluginAsyncTypebox {
  const { db } = context;
  const config = { access: 'admin' } as const;
  const writing = { access: 'admin', sessionOnly: true } as const;

  return async (app) => {
    app.get('/', { config, schema: { response: answerOf(OptionList) } }, async (request) =>
      answer(await listOptions(db, request.user.role)),
    );

    app.put(
      '/',
      { config: writing, bodyLimit, schema: { body: OptionChange, response: answerOf(Changed) } },
      async (request) => answer(await changeOption(context, actorOf(request), request.body)),
    );

    app.put(
      '/batch',
      {
        config: writing,
        bodyLimit: formLimit,
        schema: { body: OptionChanges, response: answerOf(ChangedTogether) },
      },
      async (request) => {
        const outcome = await changeOptions(context, actorOf(request), request.body.changes);
        return outcome instanceof RefusedChange
          ? { ...answer(outcome.refusal), data: { versions: [], refused: outcome.key } }
          : answer({ versions: outcome.map(({ version }) => version), refused: '' });
      },
    );

    app.get('/definitions', { config, schema: { response: answerOf(Definitions) } }, async (request) =>
      answer(await listDefinitions(db, request.user.role)),
    );

    app.get(
      '/history',
      { config, schema: { querystring: HistoryQuery, response: answerOf(HistoryPage) } },
      async ({ query, user }) => {
        const page = pageFromOne(query);
        const visible = [...visibleKeys(user.role), priceCardsKey] as const;
        const asked = query.key ? visible.filter((key) => key === query.key) : visible;
        const { rows, total } = asked.length > 0 ? await listChanges(db, asked, page) : { rows: [], total: 0 };
        return answer(presentPage(page, rows.map(presentChange), total));
      },
    );

    app.post(
      '/rollback',
      { config: writing, schema: { body: Rollback, response: answerOf(Changed) } },
      async (request) => answer(await rollBack(context, actorOf(request), request.body.id)),
    );

    app.post('/rest_model_ratio', { config: writing, schema: { response: emptyAnswer } }, async (request) => {
      const models = await resetPrices(context, actorOf(request));
      const message =
        models === 0 ? 'All prices are those that are shipped already.' : `Prices of ${models} models reset.`;
      return { ...answer(null), message };
    });

    app.register(priceRoutes(context), { prefix: '/prices' });
    app.register(checkRoutes(context), { prefix: '/test' });
  };
}
