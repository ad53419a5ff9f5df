import type { Order } from '../../order.ts';
import type { Payment } from '../../processor.ts';
import { type CryptomusAccount, CryptomusRefusal, callCryptomus } from './client.ts';
import { paymentOf } from './payment-of.ts';
import { Invoice } from './schema.ts';

/** How the order's invoice stands. */
export async function query(account: CryptomusAccount, order: Order): Promise<Payment> {
  try {
    return paymentOf(order, await callCryptomus(account, '/v1/payment/info', Invoice, { order_id: order.trade_no }));
  } catch (error) {
    if (error instanceof CryptomusRefusal && error.status === 404) return { status: 'unknown' };
    throw error;
  }
}
