import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../../context.ts';
import { answer, answerOf, refuse } from '../../http/answer.ts';
import { pageFromOne, presentPage } from '../../http/page.ts';
import { findOwnOrder } from '../own-order.ts';
import { present, presentOwn } from './present.ts';
import { listOrders } from './repository.ts';
import { resumePayment } from './resume.ts';
import {
  OpenPayment,
  OrderPage,
  OrderQuery,
  OwnOrderName,
  OwnOrderPage,
  OwnOrderQuery,
  OwnOrderView,
} from './schema.ts';

/** Orders of credit: a buyer's own, and all of them for administrators. */
export function orderRoutes(context: Context): FastifyPluginAsyncTypebox {
  const { db } = context;
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
      '/user/orders/:id',
      { config: user, schema: { params: OwnOrderName, response: answerOf(OwnOrderView) } },
      async ({ params, user: { id } }) => {
        const order = await findOwnOrder(db, id, params.id);
        return answer(order ? presentOwn(order) : refuse('This payment does not exist.'));
      },
    );

    app.post(
      '/user/orders/:id/payment',
      { config: user, schema: { params: OwnOrderName, response: answerOf(OpenPayment) } },
      async (request) => answer(await resumePayment(context, request, request.params.id)),
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
