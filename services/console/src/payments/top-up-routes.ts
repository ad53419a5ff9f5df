import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { formatMinor, quote } from '@switchyard/payments';
import { Type } from 'typebox';
import type { Context } from '../context.ts';
import { answer, answerOf, Refusal } from '../http/answer.ts';
import { AmountQuestion, FormFields, PaymentQuestion } from './schema.ts';
import { startPayment } from './start-payment.ts';

/** Clients test for this word. */
const message = 'success';

const FormAnswer = { 200: Type.Object({ ...answerOf(FormFields)[200].properties, url: Type.Optional(Type.String()) }) };

/** Buying credit through an easy-pay or USDT gateway. */
export function topUpRoutes(context: Context): FastifyPluginAsyncTypebox {
  const config = { access: 'user' } as const;

  return async (app) => {
    app.post(
      '/amount',
      { config, schema: { body: AmountQuestion, response: answerOf(Type.String()) } },
      async ({ body, user }) => {
        const options = await context.options.read();
        const wish = { amount: String(body.amount), group: user.group, currency: 'CNY', rate: String(options.Price) };
        const price = quote(options, wish);
        if ('refusal' in price) return answer(new Refusal(price.refusal));
        return { ...answer(formatMinor(price.payableMinor, price.currency)), message };
      },
    );

    app.post('/pay', { config, schema: { body: PaymentQuestion, response: FormAnswer } }, async (request) => {
      const { amount, payment_method: method } = request.body;
      const started = await startPayment(context, request, 'epay', { amount: String(amount), method });
      if (started instanceof Refusal) return answer(started);
      const { url, fields } = started.checkout.answer as { url: string; fields: Record<string, string> };
      return { ...answer(fields), message, url };
    });

    app.post(
      '/usdt/pay',
      { config, schema: { body: PaymentQuestion, response: answerOf(Type.String()) } },
      async (request) => {
        const { amount, payment_method: method } = request.body;
        const started = await startPayment(context, request, 'usdt', { amount: String(amount), method });
        if (started instanceof Refusal) return answer(started);
        return { ...answer(String(started.checkout.answer.payment_url)), message };
      },
    );
  };
}
