import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { formatMinor } from '@switchyard/payments';
import { sql } from 'kysely';
import { toDataURL } from 'qrcode';
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import { answer, answerOf, Refusal, refuse } from '../../http/answer.ts';
import { findOwnOrder, paymentWord } from '../own-order.ts';
import { startPayment } from '../start-payment.ts';
import { Intent, IntentRequest, OrderName, PaymentStatus } from './schema.ts';

/** Clients look for the intent in `data` or beside it. */
const IntentAnswer = { 200: Type.Intersect([answerOf(Intent)[200], Type.Partial(Intent)]) };

/** Paying by card and wallet, and how such a payment stands. */
export function airwallexRoutes(context: Context): FastifyPluginAsyncTypebox {
  const { db } = context;
  const config = { access: 'user' } as const;

  return async (app) => {
    app.post('/intent/create', { config, schema: { body: IntentRequest, response: IntentAnswer } }, async (request) => {
      const { request_id: clientRequestId, merchant_order_id, amount, payment_method: method } = request.body;
      const wish = { amount: String(amount), method, clientRequestId };
      const started = await startPayment(context, request, 'airwallex', wish);
      if (started instanceof Refusal) return answer(started);
      const { order, checkout } = started;
      if (merchant_order_id) await keepClientOrderId(order.id, merchant_order_id);
      const { id, client_secret, url = '', qrcode } = checkout.answer as Record<string, string | undefined>;
      const intent = {
        id: String(id),
        client_secret: client_secret ?? '',
        currency: order.currency,
        url,
        reference: order.trade_no,
        amount: Number(formatMinor(BigInt(order.payable_minor), order.currency)),
        ...(qrcode && { qrCode: await toDataURL(qrcode) }),
      };
      return { ...intent, ...answer(intent) };
    });

    app.get(
      '/payment-status/:orderId',
      { config, schema: { params: OrderName, response: answerOf(PaymentStatus) } },
      async ({ params, user, log }) => {
        const order = await findOwnOrder(db, user.id, params.orderId);
        if (!order) return answer(refuse('This payment does not exist.'));
        const status = await paymentWord(context, order, log);
        const { balance } = await db
          .selectFrom('accounts')
          .select('balance')
          .where('user_id', '=', user.id)
          .executeTakeFirstOrThrow();
        return answer({ status, amount: Number(order.amount_usd), user_quota: balance });
      },
    );
  };

  async function keepClientOrderId(orderId: number, clientOrderId: string): Promise<void> {
    const addition = JSON.stringify({ client_order_id: clientOrderId });
    await db
      .updateTable('topup_orders')
      .set({ checkout: sql`checkout || ${addition}::jsonb` })
      .where('id', '=', orderId)
      .execute();
  }
}
