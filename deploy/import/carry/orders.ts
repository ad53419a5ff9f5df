import { randomUUID } from 'node:crypto';
import type { Schema } from '@switchyard/db';
import type { Transaction } from 'kysely';
import { openingOf, postPast } from '../books.ts';
import { prefixOf, type Run } from '../run.ts';
import type { SourceRow } from '../source/row.ts';
import { carryTable } from './carry-table.ts';

const columns = [
  ...['id', 'user_id', 'amount', 'money', 'trade_no', 'payment_method', 'payment_provider'],
  ...['create_time', 'complete_time', 'status'],
];
const quotaPerDollar = 500_000;

/** Paid top-ups. Their credit is part of the balance that came; who pays an open one now pays it there. */
export async function carryOrders(run: Run, users: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  const quotaPerUnit = await readQuotaPerUnit(run);
  return carryTable(run, { kind: 'order', table: 'top_ups', columns }, async (trx, row) => {
    const which = `${row.text('trade_no')} (${row.integer('id')})`;
    const userId = users.get(row.text('user_id'));
    const quota = creditOf(row, quotaPerUnit);
    const reason = problemOf(row, quota, userId);
    if (reason !== undefined || userId === undefined) {
      run.findings.left('order', reason ?? '', which);
      return undefined;
    }
    const { id, trade_no: tradeNo } = await addOrder(trx, run, row, { userId, quota });
    await postPast(trx, openingOf(prefixOf(run), row.text('user_id')), {
      kind: 'topup',
      reference: `order:${tradeNo}`,
      userId,
      amount: quota,
      at: row.seconds('complete_time') ?? row.seconds('create_time') ?? new Date(),
    });
    return id;
  });
}

function problemOf(row: SourceRow, quota: number, userId: number | undefined): string | undefined {
  if (row.text('status') !== 'success') return `it is ${row.text('status')}`;
  if (userId === undefined) return 'its user does not exist';
  if (quota <= 0 || Math.round(row.number('money') * 100) <= 0) return 'no money was paid for it';
  return undefined;
}

/** What an order was worth: some processors keep dollars in `money`, one keeps quota in `amount`, the others dollars in `amount`. */
function creditOf(row: SourceRow, quotaPerUnit: number): number {
  const processor = row.text('payment_provider') || row.text('payment_method');
  if (processor === 'stripe') return Math.trunc(row.number('money') * quotaPerUnit);
  if (processor === 'creem') return row.integer('amount');
  return Math.trunc(row.integer('amount') * quotaPerUnit);
}

async function addOrder(
  trx: Transaction<Schema>,
  { gateway }: Run,
  row: SourceRow,
  { userId, quota }: { readonly userId: number; readonly quota: number },
) {
  const at = row.seconds('complete_time') ?? row.seconds('create_time') ?? new Date();
  const isDollars = (row.text('payment_provider') || row.text('payment_method')) === 'stripe';
  const dollars = quota / quotaPerDollar;
  return trx
    .insertInto('topup_orders')
    .values({
      public_id: randomUUID(),
      trade_no: `IMPORT${String(row.integer('id')).padStart(14, '0')}`,
      user_id: userId,
      processor: gateway.name,
      method: row.text('payment_method'),
      amount_usd: dollars.toFixed(6),
      rate: (row.number('money') / dollars).toFixed(8),
      ratio: '1',
      currency: isDollars ? 'USD' : 'CNY',
      payable_minor: Math.round(row.number('money') * 100),
      quota,
      state: 'credited',
      processor_reference: row.text('trade_no') || null,
      created_at: row.seconds('create_time') ?? at,
      expires_at: at,
      credited_at: at,
      queried_at: null,
    })
    .returning(['id', 'trade_no'])
    .executeTakeFirstOrThrow();
}

async function readQuotaPerUnit({ source }: Run): Promise<number> {
  const rows = await source.query(`SELECT value FROM options WHERE ${source.quote('key')} = ?`, ['QuotaPerUnit']);
  const value = Number(rows[0]?.value ?? quotaPerDollar);
  return value > 0 ? value : quotaPerDollar;
}
