import type { Database } from '@switchyard/db';
import { sql } from 'kysely';
import type { Page } from '../../http/page.ts';

export interface OrderFilter {
  /** The buyer. */
  readonly userId?: number;
  /** A trade number, a number of the processor or a username, whole. */
  readonly keyword?: string;
  readonly state?: string;
  readonly processor?: string;
  /** Only those that a person is to look at. */
  readonly review?: boolean;
}

/** A page of the orders, newest first, with their buyers' names. */
export async function listOrders(db: Database, filter: OrderFilter, page: Page) {
  const { userId, keyword, state, processor } = filter;
  let query = db.selectFrom('topup_orders').innerJoin('users', 'users.id', 'topup_orders.user_id');
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  if (state) query = query.where('state', '=', state);
  if (processor) query = query.where('processor', '=', processor);
  if (filter.review) {
    query = query.where((on) => on.or([on('state', '=', 'underpaid'), sql<boolean>`'review' = ANY(flags)`]));
  }
  if (keyword) {
    query = query.where((on) =>
      on.or([
        on('trade_no', '=', keyword),
        on('processor_reference', '=', keyword),
        on(on.fn('lower', ['username']), '=', keyword.toLowerCase()),
      ]),
    );
  }
  const rows = await query
    .selectAll('topup_orders')
    .select('username')
    .orderBy('topup_orders.created_at', 'desc')
    .orderBy('topup_orders.id', 'desc')
    .limit(page.size)
    .offset(page.offset)
    .execute();
  const { total } = await query.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

export type OrderRow = Awaited<ReturnType<typeof listOrders>>['rows'][number];
