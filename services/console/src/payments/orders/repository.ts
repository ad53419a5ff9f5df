import type { Database } from '@switchyard/db';
import { sql } from 'kysely';
import type { Page } from '../../http/page.ts';

export interface OrderFilter {
  readonly id?: number;
  /** The buyer. */
  readonly userId?: number;
  /** A trade number, a number of the processor or a username, whole. */
  readonly keyword?: string;
  readonly state?: string;
  readonly processor?: string;
  /** Only those that a person is to look at. */
  readonly review?: boolean;
  readonly flag?: string;
  /** Of the order's making, unix seconds; 0 is no bound, and both are of the time. */
  readonly start_timestamp?: number;
  readonly end_timestamp?: number;
}

/** A page of the orders, newest first, with their buyers' names. */
export async function listOrders(db: Database, filter: OrderFilter, page: Page) {
  const { id, userId, keyword, state, processor, flag, start_timestamp: from, end_timestamp: until } = filter;
  let query = db.selectFrom('topup_orders');
  if (id !== undefined) query = query.where('id', '=', id);
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  if (state) query = query.where('state', '=', state);
  if (processor) query = query.where('processor', '=', processor);
  if (filter.review) query = query.where(sql<boolean>`(state = 'underpaid' OR flags @> '{review}')`);
  if (flag) query = query.where('flags', '@>', sql<string[]>`ARRAY[${flag}]`);
  if (from) query = query.where('created_at', '>=', new Date(from * 1000));
  if (until) query = query.where('created_at', '<', new Date((until + 1) * 1000));
  if (keyword) {
    query = query.where((on) =>
      on.or([
        on('trade_no', '=', keyword),
        on('processor_reference', '=', keyword),
        on(
          'user_id',
          '=',
          on.selectFrom('users').select('users.id').where(sql`lower(username)`, '=', keyword.toLowerCase()),
        ),
      ]),
    );
  }
  const rows = await query
    .selectAll()
    .select((on) =>
      on
        .selectFrom('users')
        .select('username')
        .whereRef('users.id', '=', 'topup_orders.user_id')
        .$asScalar()
        .$notNull()
        .as('username'),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.size)
    .offset(page.offset)
    .execute();
  const { total } = await query.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

export type OrderRow = Awaited<ReturnType<typeof listOrders>>['rows'][number];
