import { parseMinor } from '../../money.ts';
import type { Call, Notice } from '../../processor.ts';
import { reasons } from '../../reasons.ts';
import type { AirwallexAccount } from './client.ts';
import { readAirwallexEvent } from './event.ts';
import { readIntent } from './find-intent.ts';

/** Reads a call. Events about refunds and disputes name the intent alone; the intent says which order it is. */
export async function readAirwallexNotice(
  account: AirwallexAccount,
  webhookSecret: string,
  call: Call,
): Promise<Notice | undefined> {
  const event = readAirwallexEvent(call, webhookSecret);
  if (!event) return undefined;
  const { object } = event.data;
  const isIntent = event.name.startsWith('payment_intent.');
  const intentId = isIntent ? object.id : object.payment_intent_id;
  if (!intentId || !/^(payment_intent|refund|payment_dispute)\./.test(event.name)) {
    return { isPaid: false, contradiction: () => undefined };
  }
  const tradeNo = isIntent ? object.merchant_order_id : (await readIntent(account, intentId))?.merchant_order_id;
  return {
    ...(tradeNo !== undefined && { tradeNo }),
    isPaid: event.name === 'payment_intent.succeeded',
    reference: intentId,
    contradiction: ({ currency, payable_minor }) => {
      if (event.name === 'refund.failed') return reasons.refundFailed;
      if (!isIntent || object.amount === undefined) return undefined;
      const isSame =
        object.currency === currency && parseMinor(String(object.amount), currency) === BigInt(payable_minor);
      return isSame ? undefined : reasons.otherAmount(`${object.amount} ${object.currency}`);
    },
  };
}
