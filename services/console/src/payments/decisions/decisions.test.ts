import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { flagForReview, leaveUnanswered } from '@switchyard/payments';
import { setOptions } from '../../testing/set-options.ts';
import { tenDollars, testVendors, type Vendors } from '../../testing/vendors.ts';
import type { Visitor } from '../../testing/visitor.ts';

let vendors: Vendors;
let root: Visitor;
let admin: Visitor;
before(async () => {
  vendors = await testVendors();
  await vendors.testing.addUser({ username: 'owner', role: 100 });
  await vendors.testing.addUser({ username: 'clerk', role: 10 });
  root = await vendors.testing.signedIn('owner');
  admin = await vendors.testing.signedIn('clerk');
});
after(() => vendors.close());

const reason = 'as agreed by mail';
const refund = (id: number, fields: object = {}) => root.post(`/api/order/${id}/refund`, { reason, ...fields });
const review = (id: number, fields: object) => admin.post(`/api/order/${id}/review`, { reason, ...fields });
const balanceOf = async (buyer: Visitor) => (await buyer.get('/api/user/self')).data.quota;

async function paid(
  processor: 'stripe' | 'airwallex' | 'cryptomus',
  captured?: number,
): Promise<{ buyer: Visitor; id: number; tradeNo: string }> {
  const buyer = await vendors.newBuyer();
  const wishes = {
    stripe: ['/api/user/stripe/pay', { amount: 10 }, '/api/stripe/webhook'],
    airwallex: ['/api/user/intent/create', { amount: 10, payment_method: 'fps' }, '/api/user/airwallex/webhook'],
    cryptomus: [
      '/api/user/createtransaction',
      { amount: '10', currency: 'USDT', network: 'tron' },
      '/api/user/cryptomus/notify',
    ],
  } as const;
  const [url, wish, callback] = wishes[processor];
  assert.equal((await buyer.post(url, wish)).success, true);
  const { id, trade_no: tradeNo } = await vendors.orderOf(buyer);
  if (captured === undefined) vendors[processor].pay(tradeNo);
  else vendors.airwallex.pay(tradeNo, captured);
  await vendors.call(callback, vendors[processor].notice(tradeNo));
  await vendors.assertCredits(buyer, 1);
  return { buyer, id, tradeNo };
}

async function underpaid(usd: string): Promise<{ buyer: Visitor; id: number }> {
  const buyer = await vendors.newBuyer();
  await buyer.post('/api/user/createtransaction', { amount: '10', currency: 'USDT', network: 'tron' });
  const { id, trade_no: tradeNo } = await vendors.orderOf(buyer);
  vendors.cryptomus.pay(tradeNo, usd);
  await vendors.call('/api/user/cryptomus/notify', vendors.cryptomus.notice(tradeNo));
  assert.equal((await vendors.orderOf(buyer)).state, 'underpaid');
  return { buyer, id };
}

test('a part and then the rest are refunded: money at the vendor, credit here, each once', async () => {
  const { buyer, id, tradeNo } = await paid('airwallex');
  const part = { amount: '19.50', request_id: 'part-0001' };
  const answers = await Promise.all([refund(id, part), refund(id, part), refund(id, part)]);
  for (const { success, data, message } of answers) {
    assert.equal(success, true, message);
    assert.deepEqual([data.amount, data.currency, data.quota], ['19.50', 'HKD', tenDollars / 4]);
  }
  assert.equal(await balanceOf(buyer), tenDollars * 0.75);
  assert.equal((await vendors.orderOf(buyer)).state, 'partially_refunded');
  await vendors.call('/api/user/airwallex/webhook', vendors.airwallex.notice(tradeNo, 'refund.settled'));
  assert.equal(await balanceOf(buyer), tenDollars * 0.75, 'what the vendor tells of was booked already');
  assert.equal((await refund(id)).data.amount, '58.50');
  assert.equal(await balanceOf(buyer), 0);
  assert.equal((await vendors.orderOf(buyer)).state, 'refunded');
  assert.deepEqual(
    vendors.airwallex.refunds.map(({ amount }) => amount),
    [19.5, 58.5],
  );
  const { items } = (await root.get('/api/log/?type=3')).data;
  assert.match(items[0].content, new RegExp(`Refunded 58\\.50 HKD of order ${tradeNo}: ${reason}`));
});

test('administrators see an order with its refunds and the calls about it, and nothing of the calls themselves', async () => {
  const { id, tradeNo } = await paid('airwallex');
  await refund(id, { amount: '19.50', request_id: 'seen-0001' });
  const { data } = await admin.get(`/api/order/${id}`);
  assert.deepEqual(
    [data.order.trade_no, data.order.state, data.order.refunded],
    [tradeNo, 'partially_refunded', '19.50'],
  );
  const [{ created_at: createdAt, ...refunded }] = data.refunds;
  assert.ok(Math.abs(createdAt - Date.now() / 1000) < 60);
  assert.deepEqual(refunded, {
    request_id: 'seen-0001',
    amount: '19.50',
    currency: 'HKD',
    quota: tenDollars / 4,
    state: 'sent',
    kind: 'refund',
    reason,
  });
  assert.deepEqual(
    data.calls.map(({ times, outcome }: { times: number; outcome: string }) => [times, outcome]),
    [[1, 'paid: credited']],
  );
  const { id: other } = await underpaid('7.51');
  assert.equal((await admin.get(`/api/order/${other}`)).data.received, '7.51');
  assert.equal((await admin.get('/api/order/987654')).message, 'This order does not exist.');
});

test('of an order that was overpaid the surplus goes back first and takes no credit, and then the whole can', async () => {
  const { buyer, id, tradeNo } = await paid('airwallex', 156);
  assert.equal((await admin.get(`/api/order/${id}`)).data.received, '156.00');
  const surplus = await refund(id, { amount: '78.00' });
  assert.deepEqual([surplus.data.amount, surplus.data.quota, surplus.data.state], ['78.00', 0, 'sent']);
  await vendors.call('/api/user/airwallex/webhook', vendors.airwallex.notice(tradeNo, 'refund.settled'));
  const { state, flags, reason: asked } = await vendors.orderOf(buyer);
  assert.deepEqual([state, flags], ['credited', ['overpaid', 'review']]);
  assert.match(asked, /78\.00 HKD earned no credit/, 'the review goes on until a person ends it');
  assert.equal(await balanceOf(buyer), tenDollars);
  assert.match((await refund(id, { amount: '78.01' })).message, /at most 78\.00 HKD/);
  const rest = await refund(id);
  assert.deepEqual([rest.data.amount, rest.data.quota], ['78.00', tenDollars]);
  assert.equal((await vendors.orderOf(buyer)).state, 'refunded');
  assert.equal(await balanceOf(buyer), 0);
});

test('parallel refunds of the whole go out once', async () => {
  const { buyer, id, tradeNo } = await paid('stripe');
  const answers = await Promise.all(Array.from({ length: 5 }, () => refund(id)));
  assert.equal(answers.filter(({ success }) => success).length, 1);
  assert.equal(await balanceOf(buyer), 0);
  const session = vendors.stripe.sessions.find(({ client_reference_id }) => client_reference_id === tradeNo);
  assert.equal(session?.payment_intent?.latest_charge.amount_refunded, 1000);
});

test('credit that was spent meanwhile leaves a balance below zero', async () => {
  const { buyer, id } = await paid('stripe');
  await vendors.testing.db.updateTable('accounts').set({ balance: 1000 }).where('user_id', '=', buyer.userId).execute();
  assert.equal((await refund(id)).success, true);
  assert.equal(await balanceOf(buyer), 1000 - tenDollars);
});

test('refunds of two orders under one request id both go out', async () => {
  const request = { request_id: 'shared-0001' };
  const sent = vendors.airwallex.refunds.length;
  for (const { id } of [await paid('airwallex'), await paid('airwallex')]) {
    assert.equal((await refund(id, request)).data.state, 'sent');
  }
  assert.equal(vendors.airwallex.refunds.length, sent + 2);
});

test('a refund that the vendor refuses comes back to the balance, and its request id is used up', async () => {
  const { buyer, id } = await paid('airwallex');
  vendors.airwallex.refundRefusal = 'not enough funds';
  const request = { amount: '39.00', request_id: 'refused-0001' };
  const answers = await Promise.all(Array.from({ length: 4 }, () => refund(id, request)));
  for (const { message } of answers) assert.match(message, /Airwallex refuses: not enough funds|new request id/);
  vendors.airwallex.refundRefusal = undefined;
  assert.equal(await balanceOf(buyer), tenDollars);
  assert.equal((await vendors.orderOf(buyer)).state, 'credited');
  assert.match((await refund(id, request)).message, /new request id/);
  assert.equal((await refund(id, { ...request, request_id: 'refused-0002' })).success, true);
  assert.equal(await balanceOf(buyer), tenDollars / 2);
});

test('a vendor that does not answer: the credit is gone, the refund waits, and asking again sends it', async () => {
  const { buyer, id, tradeNo } = await paid('stripe');
  vendors.stripe.lostAnswers = /^POST .*refunds/;
  const request = { request_id: 'waiting-0001' };
  assert.equal((await refund(id, request)).data.state, 'asked');
  vendors.stripe.lostAnswers = undefined;
  assert.equal(await balanceOf(buyer), 0);
  assert.equal((await refund(id, request)).data.state, 'sent');
  assert.equal(await balanceOf(buyer), 0);
  const session = vendors.stripe.sessions.find(({ client_reference_id }) => client_reference_id === tradeNo);
  assert.equal(session?.payment_intent?.latest_charge.amount_refunded, 1000);
});

test('root says whether a refund without an answer went out: where it did not the credit comes back, and nobody is asked twice', async () => {
  const { buyer, id, tradeNo } = await paid('stripe');
  vendors.stripe.lostAnswers = /^POST .*refunds/;
  for (const request_id of ['silent-0001', 'silent-0002']) await refund(id, { amount: '5.00', request_id });
  vendors.stripe.lostAnswers = undefined;
  const decide = (request_id: string, decision: string, who = root) =>
    who.post(`/api/order/${id}/refund/decide`, { request_id, decision, reason });
  assert.match((await decide('silent-0001', 'refused')).message, /still asked for/, 'its money may be on its way');

  const { db } = vendors.testing;
  const asked = await db.selectFrom('payment_refunds').selectAll().where('order_id', '=', id).orderBy('id').execute();
  for (const one of asked) await leaveUnanswered(db, one);
  assert.equal((await decide('silent-0001', 'refused', admin)).success, false);
  assert.equal(await balanceOf(buyer), 0);

  const decisions = await Promise.all([decide('silent-0002', 'refused'), decide('silent-0002', 'refused')]);
  assert.deepEqual(decisions.map(({ success }) => success).sort(), [false, true]);
  assert.equal(await balanceOf(buyer), tenDollars / 2);
  const between = await vendors.orderOf(buyer);
  assert.deepEqual([between.state, between.flags], ['partially_refunded', ['review']]);
  assert.match(between.reason, /silent-0001 got no answer/);

  assert.equal((await decide('silent-0001', 'sent')).success, true);
  const { state, flags, reason: shown } = await vendors.orderOf(buyer);
  assert.deepEqual([state, flags, shown], ['partially_refunded', [], reason]);
  assert.equal(await balanceOf(buyer), tenDollars / 2);
  assert.match((await decide('silent-0001', 'refused')).message, /does not wait/);
  assert.match((await decide('nobodys-0001', 'sent')).message, /does not exist/);
  const entries = (await root.get(`/api/audit/?keyword=${tradeNo}`)).data.items;
  assert.deepEqual(
    entries.map(({ content }: { content: string }) => content).filter((content: string) => /^Decided/.test(content)),
    [
      `Decided refund silent-0001 of order ${tradeNo}, sent: ${reason}`,
      `Decided refund silent-0002 of order ${tradeNo}, refused: ${reason}`,
    ],
  );
});

for (const [processor, setting] of [
  ['airwallex', 'AirwallexAPI_Key'],
  ['stripe', 'StripeApiKey'],
] as const) {
  test(`${processor}: a key that the vendor refuses is no answer to a refund: it waits, and goes out once`, async () => {
    const { buyer, id } = await paid(processor);
    const request = { request_id: 'keyless-0001' };
    await setOptions(vendors.testing, { [setting]: 'sk_test_another' });
    assert.equal((await refund(id, request)).data.state, 'asked');
    await vendors.configure();
    assert.equal(await balanceOf(buyer), 0);
    assert.equal((await refund(id, request)).data.state, 'sent');
    assert.equal(await balanceOf(buyer), 0);
  });
}

for (const [processor, path] of [
  ['airwallex', '/api/user/airwallex/webhook'],
  ['stripe', '/api/stripe/webhook'],
] as const) {
  test(`${processor}: a refund that fails on its way to the payer waits for a person`, async () => {
    const { buyer, id, tradeNo } = await paid(processor);
    await refund(id);
    await vendors.call(path, vendors[processor].notice(tradeNo, 'refund.failed'));
    const { flags, reason: told } = await vendors.orderOf(buyer);
    assert.deepEqual(flags, ['review']);
    assert.match(told, /could not send a refund back/);
  });
}

test('where the vendor cannot be asked the refund is booked, and its own word of it changes nothing more', async () => {
  const { buyer, id, tradeNo } = await paid('cryptomus');
  assert.equal((await refund(id)).data.state, 'sent');
  vendors.cryptomus.become(tradeNo, 'refund_paid');
  await vendors.call('/api/user/cryptomus/notify', vendors.cryptomus.notice(tradeNo));
  assert.equal(await balanceOf(buyer), 0);
});

test('what cannot be refunded is refused with a sentence', async () => {
  const { id, tradeNo, buyer } = await paid('stripe');
  for (const amount of ['10.01', '0', '-1', '1e1', '0.001', 'all']) {
    assert.match((await refund(id, { amount })).message, /at most 10\.00 USD/, amount);
  }
  assert.match((await refund(id, { reason: '' })).message, /reason/);
  assert.match((await refund(987_654)).message, /does not exist/);
  assert.equal(await balanceOf(buyer), tenDollars);
  vendors.stripe.dispute(tradeNo);
  await vendors.call('/api/stripe/webhook', vendors.stripe.notice(tradeNo, 'charge.dispute.created'));
  assert.match((await refund(id)).message, /disputed/);
  await buyer.post('/api/user/stripe/pay', { amount: 10 });
  assert.match((await refund((await vendors.orderOf(buyer)).id)).message, /was credited/);
});

test('refunds are for root alone, and nobody else changes anything', async () => {
  const { buyer, id } = await paid('stripe');
  for (const visitor of [buyer, admin, vendors.testing.visitor()]) {
    const { statusCode } = await visitor.request('POST', `/api/order/${id}/refund`, { reason });
    assert.ok(statusCode === 403 || statusCode === 401);
  }
  assert.equal(
    (await buyer.request('POST', `/api/order/${id}/review`, { decision: 'credit', reason })).statusCode,
    403,
  );
  assert.equal(await balanceOf(buyer), tenDollars);
});

test('what arrived of an underpaid order earns its part, once, and a refund takes no more than that', async () => {
  const { buyer, id } = await underpaid('7.51');
  const answers = await Promise.all(Array.from({ length: 4 }, () => review(id, { decision: 'credit' })));
  assert.equal(answers.filter(({ success }) => success).length, 1);
  assert.equal(await balanceOf(buyer), 3_755_000);
  const { state, flags, quota, amount_usd, payable_minor } = await vendors.orderOf(buyer);
  assert.deepEqual(
    { state, flags, quota, amount_usd, payable_minor },
    { state: 'credited', flags: ['decided', 'partial'], quota: 3_755_000, amount_usd: '7.51', payable_minor: 1000 },
  );
  assert.equal((await refund(id)).data.amount, '7.51');
  assert.equal(await balanceOf(buyer), 0);
});

test('an administrator can name what arrived, and the whole earns the whole', async () => {
  const { buyer, id } = await underpaid('5.00');
  for (const received of ['', '0', '-5', '1e1', '5.001']) {
    assert.equal((await review(id, { decision: 'credit', received })).success, false, received);
  }
  assert.equal((await review(id, { decision: 'credit', received: '10.00' })).success, true);
  await vendors.assertCredits(buyer, 1);
});

test('a review that is dismissed owes nothing, and late money still earns credit', async () => {
  const { buyer, id } = await underpaid('5.00');
  assert.equal((await review(id, { decision: 'dismiss' })).success, true);
  assert.equal((await vendors.orderOf(buyer)).state, 'failed');
  assert.match((await review(id, { decision: 'credit' })).message, /does not wait/);
  const { trade_no: tradeNo } = await vendors.orderOf(buyer);
  vendors.cryptomus.pay(tradeNo);
  await vendors.call('/api/user/cryptomus/notify', vendors.cryptomus.notice(tradeNo));
  await vendors.assertCredits(buyer, 1);
});

test('a payment that the vendor holds earns the whole when an administrator says so', async () => {
  const buyer = await vendors.newBuyer();
  await buyer.post('/api/user/createtransaction', { amount: '10', currency: 'USDT', network: 'tron' });
  const { id, trade_no: tradeNo } = await vendors.orderOf(buyer);
  vendors.cryptomus.become(tradeNo, 'locked');
  await vendors.call('/api/user/cryptomus/notify', vendors.cryptomus.notice(tradeNo));
  assert.equal((await review(id, { decision: 'credit' })).success, true);
  await vendors.assertCredits(buyer, 1);
  assert.deepEqual((await vendors.orderOf(buyer)).flags, ['decided']);
});

test('an order that a call contradicted earns nothing until an administrator names what arrived', async () => {
  const buyer = await vendors.newBuyer();
  await buyer.post('/api/user/createtransaction', { amount: '10', currency: 'USDT', network: 'tron' });
  const { id } = await vendors.orderOf(buyer);
  await flagForReview(vendors.testing.db, id, 'cryptomus called about 1.00 USD', 'contradicted');
  assert.match((await review(id, { decision: 'credit' })).message, /Say how much arrived/);
  await vendors.assertCredits(buyer, 0);
  assert.equal((await review(id, { decision: 'credit', received: '1.00' })).success, true);
  assert.equal(await balanceOf(buyer), tenDollars / 10);
});

test('an order that was disputed before it earned credit earns what an administrator says is here of it', async () => {
  const buyer = await vendors.newBuyer();
  await buyer.post('/api/user/stripe/pay', { amount: 10 });
  const { id, trade_no: tradeNo } = await vendors.orderOf(buyer);
  vendors.stripe.pay(tradeNo);
  const dispute = vendors.stripe.dispute(tradeNo);
  await vendors.call('/api/stripe/webhook', vendors.stripe.notice(tradeNo, 'charge.dispute.created'));
  assert.equal((await vendors.orderOf(buyer)).state, 'disputed');
  dispute.status = 'won';
  await vendors.call('/api/stripe/webhook', vendors.stripe.notice(tradeNo, 'charge.dispute.closed'));
  assert.match((await review(id, { decision: 'credit' })).message, /disputed before it earned credit/);
  await vendors.assertCredits(buyer, 0);
  assert.equal((await review(id, { decision: 'credit', received: '10.00' })).success, true);
  await vendors.assertCredits(buyer, 1);
});

test('an order that waits for nobody cannot be credited by a review', async () => {
  const { id, buyer } = await paid('stripe');
  assert.match((await review(id, { decision: 'credit' })).message, /does not wait/);
  await buyer.post('/api/user/stripe/pay', { amount: 10 });
  assert.match((await review((await vendors.orderOf(buyer)).id, { decision: 'credit' })).message, /does not wait/);
  await vendors.assertCredits(buyer, 1);
});

test('a refund of an order whose processor is not set up any more is booked for the administrator to send', async () => {
  const { buyer, id } = await paid('stripe');
  await setOptions(vendors.testing, { StripeApiKey: '' });
  assert.equal((await refund(id)).data.state, 'sent');
  assert.equal(await balanceOf(buyer), 0);
  await vendors.configure();
});
