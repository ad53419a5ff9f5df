import { formatMinor } from '../../money.ts';
import type { Order } from '../../order.ts';
import type { Declined, RefundRequest } from '../../processor.ts';
import { type AirwallexAccount, AirwallexRefusal, callAirwallex } from './client.ts';
import { Refund } from './schema.ts';

/**
 * Asks for a refund, which goes out later; a failure after that comes as a call. A login that is refused, or too many calls, are no answer:
 * an earlier try may have been carried out.
 */
export async function refund(
  account: AirwallexAccount,
  order: Order,
  request: RefundRequest,
): Promise<Declined | null> {
  try {
    await callAirwallex(account, '/api/v1/pa/refunds/create', Refund, {
      request_id: request.requestId,
      payment_intent_id: order.processor_reference,
      amount: Number(formatMinor(request.amountMinor, order.currency)),
      reason: request.reason.slice(0, 128),
    });
    return null;
  } catch (error) {
    if (!(error instanceof AirwallexRefusal)) throw error;
    if (error.code === 'duplicate_request') return null;
    if (error.status !== 400 || error.code === '') throw error;
    return { declined: `Airwallex refuses: ${error.message || error.code}.` };
  }
}
