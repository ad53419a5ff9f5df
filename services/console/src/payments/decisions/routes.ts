import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../../context.ts';
import { answer, answerOf, emptyAnswer } from '../../http/answer.ts';
import { actorOf } from '../../resources/logs/write.ts';
import { decideAboutRefund } from './decide-refund.ts';
import { readOrder } from './read-order.ts';
import { refundOrder } from './refund-order.ts';
import { reviewOrder } from './review-order.ts';
import { OrderDetail, OrderId, RefundDecision, RefundRequest, RefundView, ReviewRequest } from './schema.ts';

/** What administrators see of an order and decide about it. Money that leaves is root's. */
export function decisionRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/:id',
      { config: { access: 'admin' }, schema: { params: OrderId, response: answerOf(OrderDetail) } },
      async ({ params }) => answer(await readOrder(context.db, params.id)),
    );

    app.post(
      '/:id/refund',
      {
        config: { access: 'root' },
        schema: { params: OrderId, body: RefundRequest, response: answerOf(RefundView) },
      },
      async (request) =>
        answer(await refundOrder(context, actorOf(request), request.params.id, request.body, request.log)),
    );

    app.post(
      '/:id/refund/decide',
      { config: { access: 'root' }, schema: { params: OrderId, body: RefundDecision, response: emptyAnswer } },
      async (request) => answer(await decideAboutRefund(context, actorOf(request), request.params.id, request.body)),
    );

    app.post(
      '/:id/review',
      { config: { access: 'admin' }, schema: { params: OrderId, body: ReviewRequest, response: emptyAnswer } },
      async (request) => answer(await reviewOrder(context, actorOf(request), request.params.id, request.body)),
    );
  };
}
