import { formatMinor } from '../../money.ts';
import type { Order } from '../../order.ts';
import type { Checkout, Declined } from '../../processor.ts';
import { type CryptomusAccount, CryptomusRefusal, callCryptomus } from './client.ts';
import { isOf } from './payment-of.ts';
import { Invoice } from './schema.ts';

/** Makes the order's invoice: an address and an amount in coins. */
export async function checkout(
  account: CryptomusAccount,
  callbackUrl: string,
  order: Order,
): Promise<Checkout | Declined> {
  const [coin, network] = order.method.split('/');
  try {
    // An order id that is known already gets its old invoice, so that asking again is harmless.
    const invoice = await callCryptomus(account, '/v1/payment', Invoice, {
      amount: formatMinor(BigInt(order.payable_minor), order.currency),
      currency: order.currency,
      network,
      order_id: order.trade_no,
      url_callback: callbackUrl,
      is_payment_multiple: false,
      lifetime: Math.round((order.expires_at.getTime() - order.created_at.getTime()) / 1000),
      to_currency: coin,
    });
    const { address, payer_amount, payer_currency } = invoice;
    if (!isOf(order, invoice) || !address || !payer_amount || payer_currency !== coin) {
      throw new Error(`cryptomus made another invoice than ${order.trade_no}`);
    }
    const shown = { address, pay_amount: payer_amount, pay_currency: payer_currency, network };
    return { reference: invoice.uuid, shown, answer: {} };
  } catch (error) {
    if (!(error instanceof CryptomusRefusal)) throw error;
    if (error.status !== 422) return { declined: 'This way to pay is not available now.', detail: error.message };
    return { declined: `The payment provider refused this payment: ${error.message || 'it gave no reason'}.` };
  }
}
