import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { formatMinor, quote } from '@switchyard/payments';
import { Type } from 'typebox';
import type { Context } from '../context.ts';
import { answer, answerOf, Refusal } from '../http/answer.ts';
import { priceList } from './price-list.ts';
import { processors } from './processors.ts';
import { AmountAnswer, AmountQuestion, FormFields, PageAnswer, PaymentQuestion } from './schema.ts';
import { startPayment } from './start-payment.ts';

/** Clients test for this word. */
const message = 'success';

const FormAnswer = {
  200: Type.Object({
    ...answerOf(FormFields)[200].properties,
    url: Type.Optional(Type.String()),
    reference: Type.Optional(Type.String()),
  }),
};

/** Buying credit through an easy-pay or USDT gateway. */
export function topUpRoutes(context: Context): FastifyPluginAsyncTypebox {
  const config = { access: 'user' } as const;

  return async (app) => {
    app.post(
      '/amount',
      { config, schema: { body: AmountQuestion, response: AmountAnswer } },
      async ({ body, user }) => {
        const options = await context.options.read();
        const wish = { amount: String(body.amount), group: user.group };
        const price = quote(options, { ...wish, currency: 'CNY', rate: String(options.Price) });
        if ('refusal' in price) return answer(new Refusal(price.refusal));
        const { quota, ratio } = price;
        const prices = priceList(await processors(context), options, wish);
        return { ...answer(formatMinor(price.payableMinor, price.currency)), message, prices, ratio, quota };
      },
    );

    app.post('/pay', { config, schema: { body: PaymentQuestion, response: FormAnswer } }, async (request) => {
      const { amount, payment_method: method } = request.body;
      const started = await startPayment(context, request, 'epay', { amount: String(amount), method });
      if (started instanceof Refusal) return answer(started);
      const { url, fields } = started.checkout.answer as { url: string; fields: Record<string, string> };
      return { ...answer(fields), message, url, reference: started.order.trade_no };
    });

    app.post('/usdt/pay', { config, schema: { body: PaymentQuestion, response: PageAnswer } }, async (request) => {
      const { amount, payment_method: method } = request.body;
      const started = await startPayment(context, request, 'usdt', { amount: String(amount), method });
      if (started instanceof Refusal) return answer(started);
      const { checkout, order } = started;
      return { ...answer(String(checkout.answer.payment_url)), message, reference: order.trade_no };
    });
  };
}
