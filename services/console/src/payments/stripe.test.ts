import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { applyPayment } from '@switchyard/payments';
import { secondConsole } from '../testing/second-console.ts';
import { setOptions } from '../testing/set-options.ts';
import { untilServed } from '../testing/until-served.ts';
import { tenDollars, testVendors, type Vendors } from '../testing/vendors.ts';
import type { Visitor } from '../testing/visitor.ts';

let vendors: Vendors;
before(async () => {
  vendors = await testVendors();
});
beforeEach(() => vendors.configure());
after(() => vendors.close());

const pay = (buyer: Visitor, fields: object = {}) => buyer.post('/api/user/stripe/pay', { amount: 10, ...fields });
const notify = (notice: { headers: Readonly<Record<string, string>>; body: string }) =>
  vendors.call('/api/stripe/webhook', notice);

async function order(buyer: Visitor): Promise<string> {
  const answer = await pay(buyer);
  assert.equal(answer.message, 'success', answer.message);
  return (await vendors.orderOf(buyer)).trade_no;
}

test('a page of ten dollars is made, in minor units, and the payer comes back to our address', async () => {
  const buyer = await vendors.newBuyer('default', 'http://evil.example');
  const answer = await pay(buyer);
  const [session] = vendors.stripe.sessions;
  const reference = (await vendors.orderOf(buyer)).trade_no;
  assert.deepEqual(answer, { success: true, message: 'success', data: session?.url, reference });
  assert.deepEqual([session?.amount_total, session?.currency], [1000, 'usd']);
  assert.equal(session?.success_url, 'https://gw.example.com/checkout-success');
  assert.equal(session?.client_reference_id, reference);
});

test('it is offered when it is enabled and complete', async () => {
  const buyer = await vendors.newBuyer();
  const offered = async () =>
    (await buyer.get('/api/payment-enabled')).data.find(({ key }: { key: string }) => key === 'EnabledStripe').value;
  assert.equal(await offered(), 'true');
  await setOptions(vendors.testing, { EnabledStripe: 'false' });
  assert.equal(await offered(), 'false');
  assert.match((await pay(buyer)).message, /not enabled/);
  await vendors.configure();
  await vendors.testing.db.deleteFrom('options').where('key', '=', 'StripeWebhookSecret').execute();
  vendors.testing.options.forget();
  assert.equal(await offered(), 'false');
});

for (const amount of [0.001, -1, 1e9, '1e3', '10.001', '']) {
  test(`8: an amount of ${JSON.stringify(amount)} is refused and makes no order`, async () => {
    const buyer = await vendors.newBuyer();
    assert.equal((await pay(buyer, { amount })).success, false);
    assert.equal((await buyer.get('/api/user/orders')).data.total, 0);
  });
}

test('a finished page credits once, however often it is told', async () => {
  const buyer = await vendors.newBuyer();
  const tradeNo = await order(buyer);
  vendors.stripe.pay(tradeNo);
  const notice = vendors.stripe.notice(tradeNo);
  for (const call of [notice, notice, vendors.stripe.notice(tradeNo)]) {
    const { statusCode, body } = await notify(call);
    assert.deepEqual([statusCode, body], [200, 'ok']);
  }
  await vendors.assertCredits(buyer, 1);
});

test('5: 50 parallel calls on two instances, and a poller, credit once', async () => {
  const buyer = await vendors.newBuyer();
  const tradeNo = await order(buyer);
  const { id } = await vendors.orderOf(buyer);
  vendors.stripe.pay(tradeNo);
  const notice = vendors.stripe.notice(tradeNo);
  const second = await secondConsole(vendors.testing);
  const apps = [vendors.testing.app, second.app];
  const calls = Array.from({ length: 50 }, (_, time) =>
    untilServed(() => vendors.call('/api/stripe/webhook', notice, apps[time % 2])),
  );
  const poller = Array.from({ length: 5 }, () => applyPayment(vendors.testing.db, id, { status: 'paid' }));
  const answers = await Promise.all(calls);
  await Promise.all(poller);
  await second.close();
  assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([200]));
  await vendors.assertCredits(buyer, 1);
});

test('a method that pays later credits when the money has come, and closes when it does not', async () => {
  const [happy, unhappy] = [await vendors.newBuyer(), await vendors.newBuyer()];
  const [paid, failed] = [await order(happy), await order(unhappy)];
  for (const tradeNo of [paid, failed]) {
    vendors.stripe.pay(tradeNo, 'unpaid');
    assert.equal((await notify(vendors.stripe.notice(tradeNo))).statusCode, 200);
  }
  assert.equal((await vendors.orderOf(happy)).state, 'confirming');
  vendors.stripe.pay(paid);
  await notify(vendors.stripe.notice(paid, 'checkout.session.async_payment_succeeded'));
  await vendors.assertCredits(happy, 1);
  vendors.stripe.failLater(failed);
  assert.equal((await notify(vendors.stripe.notice(failed, 'checkout.session.async_payment_failed'))).statusCode, 200);
  assert.equal((await vendors.orderOf(unhappy)).state, 'failed');
  await vendors.assertCredits(unhappy, 0);
});

test('7: expired, then paid: one credit, marked as late', async () => {
  const buyer = await vendors.newBuyer();
  const tradeNo = await order(buyer);
  vendors.stripe.expire(tradeNo);
  await notify(vendors.stripe.notice(tradeNo, 'checkout.session.expired'));
  assert.equal((await vendors.orderOf(buyer)).state, 'expired');
  vendors.stripe.pay(tradeNo);
  await notify(vendors.stripe.notice(tradeNo));
  assert.deepEqual((await vendors.orderOf(buyer)).flags, ['late']);
  await vendors.assertCredits(buyer, 1);
});

test('1 and 3: calls that are unsigned, signed with another secret or too old are refused', async () => {
  const buyer = await vendors.newBuyer();
  const tradeNo = await order(buyer);
  vendors.stripe.pay(tradeNo);
  const { headers, body } = vendors.stripe.notice(tradeNo);
  const now = Math.floor(Date.now() / 1000);
  const signedWith = (secret: string) => ({
    ...headers,
    'stripe-signature': `t=${now},v1=${createHmac('sha256', secret).update(`${now}.${body}`).digest('hex')}`,
  });
  const { 'stripe-signature': _, ...unsigned } = headers;
  for (const call of [
    { headers: unsigned as Record<string, string>, body },
    { headers: { ...headers, 'stripe-signature': '' }, body },
    { headers: signedWith(''), body },
    { headers: signedWith('another'), body },
    { headers, body: body.replace('1000', '1001') },
    vendors.stripe.notice(tradeNo, 'checkout.session.completed', now - 301),
  ]) {
    assert.equal((await notify(call)).statusCode, 401);
  }
  await vendors.testing.db.deleteFrom('options').where('key', '=', 'StripeWebhookSecret').execute();
  vendors.testing.options.forget();
  for (const call of [
    { headers: signedWith(''), body },
    { headers, body },
  ]) {
    assert.equal((await notify(call)).statusCode, 403, 'without a secret nothing is listened to');
  }
  await vendors.assertCredits(buyer, 0);
});

test('2: a signed call that says paid credits nothing while the page, when asked for, is not', async () => {
  const buyer = await vendors.newBuyer();
  const tradeNo = await order(buyer);
  vendors.stripe.pay(tradeNo);
  const notice = vendors.stripe.notice(tradeNo);
  vendors.stripe.pay(tradeNo, 'unpaid');
  assert.equal((await notify(notice)).statusCode, 503);
  await vendors.assertCredits(buyer, 0);
});

test('an inquiry of the payer’s bank waits for a person and takes nothing', async () => {
  const buyer = await vendors.newBuyer();
  const tradeNo = await order(buyer);
  vendors.stripe.pay(tradeNo);
  await notify(vendors.stripe.notice(tradeNo));
  vendors.stripe.dispute(tradeNo).status = 'warning_needs_response';
  assert.equal((await notify(vendors.stripe.notice(tradeNo, 'charge.dispute.created'))).statusCode, 200);
  const { state, flags } = await vendors.orderOf(buyer);
  assert.deepEqual([state, flags], ['credited', ['review']]);
  await vendors.assertCredits(buyer, 1);
});

test('calls are kept with their signature and sender, and with no cookies or keys', async () => {
  const buyer = await vendors.newBuyer();
  const tradeNo = await order(buyer);
  vendors.stripe.pay(tradeNo);
  const { headers, body } = vendors.stripe.notice(tradeNo);
  await notify({ headers: { ...headers, cookie: 'a=b', authorization: 'Bearer canary' }, body });
  const { id } = await vendors.orderOf(buyer);
  const call = await vendors.testing.db
    .selectFrom('payment_inbox')
    .select(['headers', 'sender', 'says_paid'])
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow();
  assert.deepEqual(call, {
    headers: { 'stripe-signature': headers['stripe-signature'] },
    sender: '127.0.0.1',
    says_paid: true,
  });
});

test('refunds and disputes that Stripe tells of take the credit back, a dispute freezes the account', async () => {
  const buyer = await vendors.newBuyer();
  const tradeNo = await order(buyer);
  vendors.stripe.pay(tradeNo);
  await notify(vendors.stripe.notice(tradeNo));
  vendors.stripe.refundThere(tradeNo, 400);
  for (let time = 0; time < 2; time++) await notify(vendors.stripe.notice(tradeNo, 'charge.refunded'));
  const account = () =>
    vendors.testing.db
      .selectFrom('accounts')
      .select(['balance', 'frozen'])
      .where('user_id', '=', buyer.userId)
      .executeTakeFirstOrThrow();
  assert.deepEqual(await account(), { balance: tenDollars * 0.6, frozen: false });
  vendors.stripe.dispute(tradeNo);
  await notify(vendors.stripe.notice(tradeNo, 'charge.dispute.created'));
  assert.deepEqual(await account(), { balance: 0, frozen: true });
});

test('a key that Stripe does not know is a refusal without the key', async () => {
  await setOptions(vendors.testing, { StripeApiKey: 'sk_test_canary' });
  const buyer = await vendors.newBuyer();
  const answer = await pay(buyer);
  assert.match(answer.message, /not available/);
  assert.equal((await vendors.orderOf(buyer)).state, 'failed');
  assert.ok(!vendors.testing.logged().includes('canary'));
});
