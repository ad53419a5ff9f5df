import { queueMail } from '@switchyard/mail';
import { sql } from 'kysely';
import { administratorAddresses } from '../administrators.ts';
import { readSettings } from '../settings.ts';
import type { PaymentPorts } from './processors.ts';

const ordersPerMail = 50;

/** Writes to administrators about orders that wait for a person, once for each reason. */
export async function tellOfReviews({ db, optionKey }: Pick<PaymentPorts, 'db' | 'optionKey'>): Promise<void> {
  const { options } = await readSettings(db, optionKey);
  await db.transaction().execute(async (trx) => {
    const waiting = await trx
      .selectFrom('topup_orders')
      .select(['id', 'trade_no', 'processor', 'amount_usd', 'reason'])
      .where(sql<boolean>`(state = 'underpaid' OR flags @> '{review}')`)
      .whereRef('told_reason', '<>', 'reason')
      .orderBy('id')
      .limit(ordersPerMail)
      .forUpdate()
      .skipLocked()
      .execute();
    if (waiting.length === 0) return;
    const { SystemName, ServerAddress } = options;
    const lines = waiting.map(
      (order) => `${order.trade_no} (${order.amount_usd} USD, ${order.processor}): ${order.reason}`,
    );
    const subject = `${SystemName}: payments wait for your decision`;
    const text = [...lines, ...(ServerAddress ? ['', ServerAddress] : [])].join('\n');
    for (const to of await administratorAddresses(trx)) await queueMail(trx, optionKey, { to, subject, text });
    await trx
      .updateTable('topup_orders')
      .set((on) => ({ told_reason: on.ref('reason') }))
      .where(
        'id',
        'in',
        waiting.map(({ id }) => id),
      )
      .execute();
  });
}
