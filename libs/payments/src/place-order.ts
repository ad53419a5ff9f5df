import { randomUUID } from 'node:crypto';
import type { Database } from '@switchyard/db';
import { sql } from 'kysely';
import { ended, newTradeNo, type Order, open } from './order.ts';
import type { Processor } from './processor.ts';
import type { Quote } from './quote.ts';

export interface Purchase {
  readonly userId: number;
  readonly method: string;
  readonly quote: Quote;
  /** Seconds in which the payment is expected. */
  readonly lifeSeconds: number;
  /** US dollars that the buyer may order in a day. */
  readonly mostPerDayUsd: number;
  /** A repeated request with the same id gets the same order. */
  readonly clientRequestId?: string | undefined;
}

const mostOpen = 5;

/**
 * Writes an order down, committed, before anybody is asked for money. Answers the one there is when the client repeats its
 * request, or a sentence when that one has ended, or when too many of the buyer's orders are open. Rejects when the buyer has no account.
 */
export async function placeOrder(
  db: Database,
  processor: Pick<Processor, 'name' | 'live'>,
  { userId, method, quote, lifeSeconds, mostPerDayUsd, clientRequestId }: Purchase,
): Promise<Order | { refusal: string }> {
  return db.transaction().execute(async (trx) => {
    // One buyer's orders in turn: parallel requests cannot pass the limit together.
    await trx
      .selectFrom('accounts')
      .select('user_id')
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (clientRequestId) {
      const earlier = await trx
        .selectFrom('topup_orders')
        .selectAll()
        .where('user_id', '=', userId)
        .where('client_request_id', '=', clientRequestId)
        .executeTakeFirst();
      if (earlier) return repeated(earlier, processor);
    }
    const { count } = await trx
      .selectFrom('topup_orders')
      .select((on) => on.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('processor', '=', processor.name)
      .where('state', 'in', [...open])
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirstOrThrow();
    if (count >= mostOpen) {
      return {
        refusal: `You have ${mostOpen} payments of this kind waiting. Finish one, or wait until it has expired.`,
      };
    }
    const { ordered } = await trx
      .selectFrom('topup_orders')
      .select(sql<string>`(coalesce(sum(amount_usd::numeric), 0) + ${quote.amountUsd}::numeric)::text`.as('ordered'))
      .where('user_id', '=', userId)
      .where('state', 'not in', [...ended])
      .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
      .executeTakeFirstOrThrow();
    if (Number(ordered) > mostPerDayUsd) {
      return { refusal: `In one day you can top up ${mostPerDayUsd} USD at most. Try again tomorrow.` };
    }
    return trx
      .insertInto('topup_orders')
      .values({
        public_id: randomUUID(),
        trade_no: newTradeNo(),
        user_id: userId,
        processor: processor.name,
        method,
        live: processor.live,
        amount_usd: quote.amountUsd,
        rate: quote.rate,
        ratio: quote.ratio,
        currency: quote.currency,
        payable_minor: String(quote.payableMinor),
        quota: quote.quota,
        client_request_id: clientRequestId ?? null,
        expires_at: sql`now() + make_interval(secs => ${lifeSeconds})`,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** What a repeated request gets. One whose order has ended needs another: states never move backwards. */
function repeated(earlier: Order, { name, live }: Pick<Processor, 'name' | 'live'>): Order | { refusal: string } {
  if (earlier.processor !== name || earlier.live !== live) {
    return { refusal: 'This request id was used for another payment. Use a new one.' };
  }
  return (ended as readonly string[]).includes(earlier.state)
    ? { refusal: 'This order waits for no payment any more. Start a new one.' }
    : earlier;
}
