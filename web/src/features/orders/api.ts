import type { OrderDetail, OrderView } from '@switchyard/console/calls';
import useSWR from 'swr';
import { type Page, send, withQuery } from '../../lib/http.ts';
import type { OrderQuery } from './order-query.ts';

/** An order of credit as administrators see it. */
export type Order = Readonly<OrderView>;
/** An order with its refunds and with what its processor called about. */
export type OrderFile = Readonly<OrderDetail>;
export type Refund = OrderFile['refunds'][number];

export interface ReviewDecision {
  readonly decision: 'credit' | 'dismiss';
  readonly reason: string;
  /** What arrived, in the order's currency; of credit only. */
  readonly received?: string;
}

export interface RefundDecision {
  /** Of a refund without an answer. */
  readonly request_id: string;
  /** `refused`: its money did not go out. */
  readonly decision: 'sent' | 'refused';
  readonly reason: string;
}

export interface RefundWish {
  readonly reason: string;
  /** In the order's currency. */
  readonly amount: string;
  /** The same one refunds once. */
  readonly request_id: string;
}

export function useOrders(query: OrderQuery) {
  return useSWR<Page<Order>>(
    withQuery('/api/order', {
      p: query.page,
      page_size: query.pageSize,
      keyword: query.keyword,
      state: query.state,
      processor: query.processor,
      flag: query.flag,
      ...(query.review ? { review: true } : {}),
      ...(query.start > 0 ? { start_timestamp: query.start } : {}),
      ...(query.end > 0 ? { end_timestamp: query.end } : {}),
    }),
  );
}

export function useOrder(id: number) {
  return useSWR<OrderFile>(id === 0 ? null : `/api/order/${id}`, { keepPreviousData: false });
}

export function reviewOrder(id: number, decision: ReviewDecision): Promise<unknown> {
  return send('POST', `/api/order/${id}/review`, decision);
}

/** Answers the refund: `state` is `asked` while the processor has not answered. */
export function refundOrder(id: number, wish: RefundWish): Promise<Pick<Refund, 'state' | 'quota'>> {
  return send('POST', `/api/order/${id}/refund`, wish);
}

export function decideRefund(id: number, decision: RefundDecision): Promise<unknown> {
  return send('POST', `/api/order/${id}/refund/decide`, decision);
}
