import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../../context.ts';
import { answer, answerOf } from '../../http/answer.ts';
import { pageFromOne, presentPage } from '../../http/page.ts';
import { present, presentOwn } from './present.ts';
import { listOrders } from './repository.ts';
import { OrderPage, OrderQuery, OwnOrderPage, OwnOrderQuery } from './schema.ts';

/** Orders of credit: a buyer's own, and all of them for administrators. */
export function orderRoutes({ db }: Context): FastifyPluginAsyncTypebox {
  const user = { access: 'user' } as const;
  const admin = { access: 'admin' } as const;

  return async (app) => {
    app.get(
      '/user/orders',
      { config: user, schema: { querystring: OwnOrderQuery, response: answerOf(OwnOrderPage) } },
      async (request) => {
        const page = pageFromOne(request.query);
        const { rows, total } = await listOrders(db, { userId: request.user.id }, page);
        return answer(presentPage(page, rows.map(presentOwn), total));
      },
    );

    app.get(
      '/order',
      { config: admin, schema: { querystring: OrderQuery, response: answerOf(OrderPage) } },
      async (request) => {
        const page = pageFromOne(request.query);
        const { rows, total } = await listOrders(db, request.query, page);
        return answer(presentPage(page, rows.map(present), total));
      },
    );
  };
}
