import type { Order, Phone } from '@switchyard/payments';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { toDataURL } from 'qrcode';
import type { Context } from '../../context.ts';
import { type Refusal, refuse } from '../../http/answer.ts';
import { limit } from '../../http/too-many-requests.ts';
import { findOwnOrder } from '../own-order.ts';
import { phoneOf } from '../phone-of.ts';
import { processors } from '../processors.ts';
import { keepCheckout } from '../start-payment.ts';
import type { OpenPayment } from './schema.ts';

const resumesPerMinute = 30;
const minuteMs = 60_000;

/** What the payer of an order that waits for money was shown when it was made. */
export async function resumePayment(
  context: Context,
  { user, log, headers }: FastifyRequest,
  name: string,
): Promise<OpenPayment | Refusal> {
  const { db, kv } = context;
  await limit(kv.limiter, `resumes:${user.id}`, resumesPerMinute, minuteMs);
  const order = await findOwnOrder(db, user.id, name);
  if (!order) return refuse('This payment does not exist.');
  if (order.state !== 'pending' || order.expires_at.getTime() <= Date.now()) {
    return refuse('This order waits for no payment any more. Start a new one.');
  }
  const { client_order_id: _, ...kept } = order.checkout;
  if (Object.keys(kept).length > 0) return present(kept);
  return askAgain(context, order, phoneOf(headers['user-agent']), log);
}

/** Nothing was kept: signed forms and client secrets are made again, for the same payment. */
async function askAgain(
  context: Context,
  order: Order,
  phone: Phone | undefined,
  log: FastifyBaseLogger,
): Promise<OpenPayment | Refusal> {
  const processor = (await processors(context)).get(order.processor);
  if (!processor || processor.live !== order.live) return refuse('This way of online top-up is not enabled.');
  try {
    const checkout = await processor.checkout(order, phone);
    if ('declined' in checkout) return refuse(checkout.declined);
    await keepCheckout(context, order, checkout);
    return present({ ...checkout.shown, ...checkout.answer });
  } catch (error) {
    log.warn({ err: error, order: order.trade_no }, 'a processor does not answer');
    return refuse('The payment provider does not answer at the moment. Try again shortly.');
  }
}

async function present(shown: Record<string, unknown>): Promise<OpenPayment> {
  const text = (name: string) => (shown[name] === undefined ? '' : String(shown[name]));
  const scanned = text('qrcode') || text('address');
  return {
    url: text('payment_url') || text('url'),
    fields: (shown.fields as Record<string, string> | undefined) ?? {},
    address: text('address'),
    pay_amount: text('pay_amount') || text('actual_amount'),
    pay_currency: text('pay_currency') || (shown.actual_amount === undefined ? '' : 'USDT'),
    network: text('network'),
    qrCode: scanned && (await toDataURL(scanned)),
    intent_id: text('id'),
    client_secret: text('client_secret'),
  };
}
