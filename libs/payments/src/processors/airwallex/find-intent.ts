import type { Order } from '../../order.ts';
import { type AirwallexAccount, AirwallexRefusal, callAirwallex } from './client.ts';
import { listAll } from './items.ts';
import { Intent } from './schema.ts';

/** The order's payment intent, by its id or by our number; undefined when this account has none. */
export async function findIntent(account: AirwallexAccount, order: Order): Promise<Intent | undefined> {
  const { processor_reference: id, trade_no } = order;
  if (id) return readIntent(account, id);
  const intents = await listAll(account, 'payment_intents', { merchant_order_id: trade_no }, Intent);
  return intents.find(({ merchant_order_id }) => merchant_order_id === trade_no);
}

/** The payment intent with this id; undefined when this account has none. Rejects when Airwallex gives no answer. */
export async function readIntent(account: AirwallexAccount, id: string): Promise<Intent | undefined> {
  try {
    return await callAirwallex(account, `/api/v1/pa/payment_intents/${encodeURIComponent(id)}`, Intent);
  } catch (error) {
    if (error instanceof AirwallexRefusal && error.status === 404) return undefined;
    throw error;
  }
}
