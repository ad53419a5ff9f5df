import { formatMinor, type Order, type Refund } from '@switchyard/payments';
import type { Static } from 'typebox';
import type { RefundView } from './schema.ts';

export function presentRefund({ currency }: Pick<Order, 'currency'>, refund: Refund): Static<typeof RefundView> {
  return {
    request_id: refund.request_id,
    amount: formatMinor(BigInt(refund.amount_minor), currency),
    currency,
    quota: refund.quota,
    state: refund.state,
  };
}
