import { formatMinor, type Order } from '@switchyard/payments';
import { seconds } from '../../http/time.ts';
import type { OrderRow } from './repository.ts';
import type { OrderView, OwnOrderView } from './schema.ts';

/** An order as its buyer sees it. */
export function presentOwn(order: Order): OwnOrderView {
  return {
    id: order.public_id,
    trade_no: order.trade_no,
    processor: order.processor,
    method: order.method,
    amount: order.amount_usd,
    payable: formatMinor(BigInt(order.payable_minor), order.currency),
    currency: order.currency,
    quota: order.quota,
    refunded_quota: order.refunded_quota,
    state: order.state,
    created_at: seconds(order.created_at),
    expires_at: seconds(order.expires_at),
    credited_at: seconds(order.credited_at),
  };
}

/** An order as administrators see it. */
export function present(order: OrderRow): OrderView {
  return {
    ...presentOwn(order),
    order_id: order.id,
    user_id: order.user_id,
    username: order.username,
    reference: order.processor_reference ?? '',
    live: order.live,
    rate: order.rate,
    ratio: order.ratio,
    refunded: formatMinor(BigInt(order.refunded_minor), order.currency),
    flags: order.flags,
    reason: order.reason,
  };
}
