import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { applyPayment, lockOrder, takeBack } from '@switchyard/payments';
import { sql } from 'kysely';
import type { Ports } from '../ports.ts';
import { type Books, testBooks } from '../testing/books.ts';
import { testPorts } from '../testing/ports.ts';
import { type Till, tenDollars, testTill } from '../testing/till.ts';
import { repeatAskedRefunds } from './asked-refunds.ts';

let books: Books;
let adapters: Ports & { close(): Promise<void> };
let till: Till;
before(async () => {
  books = await testBooks();
  adapters = await testPorts(books, 'single node');
});
beforeEach(async () => {
  await till?.close();
  till = await testTill(books, adapters);
});
after(async () => {
  await till.close();
  await adapters.close();
  await books.close();
});

test('where the processor knows no request ids a refund that got no answer is not repeated: it stays booked and waits for a person', async () => {
  const order = await till.order('epay');
  till.epay.pay(order.trade_no);
  await applyPayment(books.db, order.id, { status: 'paid', receivedMinor: BigInt(order.payable_minor) });
  await books.db.transaction().execute(async (trx) => {
    const asked = { requestId: 'refund-1', kind: 'refund', reason: 'wished', state: 'asked', actorId: 1 } as const;
    await takeBack(trx, await lockOrder(trx, order.id), { ...asked, amountMinor: BigInt(order.payable_minor) });
  });
  // It went out, and the answer was lost. To another question the gateway would say no.
  till.epay.become(order.trade_no, 2);
  await sql`UPDATE payment_refunds SET created_at = now() - interval '2 minutes'`.execute(books.db);
  await repeatAskedRefunds(till.ports);
  const { refunded_quota: taken, flags, reason } = await till.read(order);
  assert.deepEqual([taken, flags], [tenDollars, ['review']]);
  assert.match(reason, /refund-1 got no answer/);
  const refunds = await books.db.selectFrom('payment_refunds').select('state').execute();
  assert.deepEqual(refunds, [{ state: 'unanswered' }]);
  assert.ok(!till.epay.requests().some(({ body }) => body.toString().includes('act=refund')));
});
