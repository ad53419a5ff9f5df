import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../context.ts';
import { answer, Refusal } from '../http/answer.ts';
import { PageAnswer, PaymentQuestion } from './schema.ts';
import { startPayment } from './start-payment.ts';

/** Buying credit on a page of Stripe's; `data` is its address. */
export function stripeRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/stripe/pay',
      { config: { access: 'user' }, schema: { body: PaymentQuestion, response: PageAnswer } },
      async (request) => {
        const { amount, payment_method: method } = request.body;
        const started = await startPayment(context, request, 'stripe', { amount: String(amount), method });
        if (started instanceof Refusal) return answer(started);
        const { checkout, order } = started;
        return { ...answer(String(checkout.answer.url)), message: 'success', reference: order.trade_no };
      },
    );
  };
}
