import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readOptions } from '@switchyard/contracts';
import { type Database, openDatabase } from '@switchyard/db';
import {
  applyPayment,
  leaveUnanswered,
  lockOrder,
  type Order,
  placeOrder,
  quote,
  takeBack,
} from '@switchyard/payments';
import type { Browser } from 'playwright-core';
import { Type } from 'typebox';
import { meet, openBrowser, type Person, plain } from './browser.ts';
import { faults } from './examine-pages.ts';
import { type Gateway, rootPassword, startGateway } from './gateway.ts';

let browser: Browser;
let gateway: Gateway;
let db: Database;
let person: Person;
let userId = 0;

before(async () => {
  [browser, gateway] = await Promise.all([openBrowser(), startGateway()]);
  db = openDatabase({ url: gateway.databaseUrl, applicationName: 'test' });
  const buyer = { username: 'buyer', password: 'a-long-Password-7' };
  await gateway.root.call('POST', '/api/user/', Type.Unknown(), buyer);
  userId = (await db.selectFrom('users').select('id').where('username', '=', 'buyer').executeTakeFirstOrThrow()).id;
  person = await meet(browser, gateway.address);
  await person.signIn('root', rootPassword);
});
after(async () => {
  await db?.destroy();
  await browser?.close();
  await gateway?.stop();
});

/** A paid order of 10 USD, all of which was asked back from a processor that did not answer. */
async function unanswered(): Promise<Order> {
  const price = quote(readOptions([]).options, { amount: '10', group: 'default', currency: 'CNY', rate: '7.3' });
  if ('refusal' in price) throw new Error(price.refusal);
  const purchase = { userId, method: 'alipay', quote: price, lifeSeconds: 600, mostPerDayUsd: 1000 };
  const order = await placeOrder(db, { name: 'epay', live: true }, purchase);
  if ('refusal' in order) throw new Error(order.refusal);
  const amountMinor = BigInt(order.payable_minor);
  await applyPayment(db, order.id, { status: 'paid', receivedMinor: amountMinor });
  await db.transaction().execute(async (trx) => {
    const asked = { requestId: 'refund-1', kind: 'refund', reason: 'wished', state: 'asked', actorId: 1 } as const;
    await takeBack(trx, await lockOrder(trx, order.id), { ...asked, amountMinor });
  });
  const refunds = db.selectFrom('payment_refunds').selectAll().where('order_id', '=', order.id);
  await leaveUnanswered(db, await refunds.executeTakeFirstOrThrow());
  return order;
}

async function balance(): Promise<number> {
  const account = db.selectFrom('accounts').select('balance').where('user_id', '=', userId);
  return (await account.executeTakeFirstOrThrow()).balance;
}

async function decide(order: Order, decision: string, reason: string): Promise<void> {
  const { page } = person;
  await person.goTo('/order');
  await page.getByRole('button', { name: `Open the order ${order.trade_no}` }).click();
  await page.getByText('A refund got no answer:').waitFor();
  await page.getByRole('button', { name: decision }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: decision === 'It went out' ? 'went out?' : 'not go out?' });
  const field = dialog.getByLabel('Reason');
  await field.waitFor();
  assert.ok(await field.evaluate((element) => element === document.activeElement), 'one types where it opens');
  assert.deepEqual(await faults(page, plain.rules), []);
  await dialog.getByRole('button', { name: decision }).click();
  await dialog.getByText('Give a reason of at least 3 characters').waitFor();
  await field.fill(reason);
  await dialog.getByRole('button', { name: decision }).click();
}

test('a refund without an answer that did not go out gives the credit back', async () => {
  const start = await balance();
  const order = await unanswered();
  assert.equal(await balance(), start, 'its credit was taken back');
  await decide(order, 'It did not', 'seen in its pages');
  await person.page.getByText('The credit is back').waitFor();
  await person.page.getByText('A refund got no answer:').waitFor({ state: 'detached' });
  assert.equal(await balance(), start + order.quota);
});

test('one that went out stays taken back', async () => {
  const start = await balance();
  const order = await unanswered();
  await decide(order, 'It went out', 'seen in its pages');
  await person.page.getByText('The refund counts as sent').first().waitFor();
  await person.page.getByText('A refund got no answer:').waitFor({ state: 'detached' });
  assert.equal(await balance(), start);
  const refunds = db.selectFrom('payment_refunds').select('state').where('order_id', '=', order.id);
  assert.deepEqual(await refunds.execute(), [{ state: 'sent' }]);
});
