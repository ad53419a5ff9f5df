import { type Checkout, type Order, placeOrder, type Quote, quote } from '@switchyard/payments';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { type Refusal, refuse } from '../http/answer.ts';
import { limit } from '../http/too-many-requests.ts';
import { phoneOf } from './phone-of.ts';
import { processors } from './processors.ts';

export interface PaymentWish {
  /** US dollars of credit, as the buyer wrote it. */
  readonly amount: string;
  readonly method: string;
  readonly clientRequestId?: string | undefined;
  /** A sentence when what is to be paid cannot be paid this way. */
  readonly problemOf?: (price: Quote) => string | undefined;
}

export interface StartedPayment {
  readonly order: Order;
  readonly checkout: Checkout;
}

const ordersPerMinute = 10;
const minuteMs = 60_000;

/** Writes an order down and asks its processor for what the payer needs. */
export async function startPayment(
  context: Context,
  { user, log, headers }: FastifyRequest,
  processorName: string,
  { amount, method, clientRequestId, problemOf }: PaymentWish,
): Promise<StartedPayment | Refusal> {
  const { db, kv } = context;
  await limit(kv.limiter, `orders:${user.id}`, ordersPerMinute, minuteMs);
  const processor = (await processors(context)).get(processorName);
  if (!processor?.isOffered) return refuse('This way of online top-up is not enabled.');
  const terms = processor.terms(method);
  if ('declined' in terms) return refuse(terms.declined);
  const options = await context.options.read();
  const price = quote(options, { amount, group: user.group, currency: terms.currency, rate: terms.rate });
  if ('refusal' in price) return refuse(price.refusal);
  const problem = problemOf?.(price);
  if (problem) return refuse(problem);
  const order = await placeOrder(db, processor, {
    userId: user.id,
    method: terms.method,
    quote: price,
    lifeSeconds: terms.lifeSeconds,
    mostPerDayUsd: options.MaxTopUpPerDay,
    clientRequestId,
  });
  if ('refusal' in order) return refuse(order.refusal);
  try {
    const checkout = await processor.checkout(order, phoneOf(headers['user-agent']));
    if ('declined' in checkout) {
      log.warn({ order: order.trade_no, detail: checkout.detail }, 'a processor does not take an order');
      await fail(context, order, checkout.detail ?? checkout.declined);
      return refuse(checkout.declined);
    }
    return { order: await keepCheckout(context, order, checkout), checkout };
  } catch (error) {
    // The processor may have taken the order all the same, so it stays open.
    log.warn({ err: error, order: order.trade_no }, 'a processor does not answer');
    return refuse('The payment provider does not answer at the moment. Try again shortly.');
  }
}

/** A callback may have come before the answer, hence what it has set stays. */
export function keepCheckout({ db }: Context, order: Order, { reference, shown, expiresAt }: Checkout): Promise<Order> {
  return db
    .updateTable('topup_orders')
    .set({
      state: sql`CASE state WHEN 'created' THEN 'pending' ELSE state END`,
      processor_reference: sql`coalesce(processor_reference, ${reference ?? null})`,
      checkout: sql`checkout || ${JSON.stringify(shown)}::jsonb`,
      ...(expiresAt && { expires_at: expiresAt }),
      updated_at: sql`now()`,
    })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function fail({ db }: Context, order: Order, reason: string): Promise<void> {
  await db
    .updateTable('topup_orders')
    .set({ state: 'failed', reason, updated_at: sql`now()` })
    .where('id', '=', order.id)
    .where('state', '=', 'created')
    .execute();
}
