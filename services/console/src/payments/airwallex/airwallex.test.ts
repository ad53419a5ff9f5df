import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { applyPayment } from '@switchyard/payments';
import { secondConsole } from '../../testing/second-console.ts';
import { setOptions } from '../../testing/set-options.ts';
import { untilServed } from '../../testing/until-served.ts';
import { tenDollars, testVendors, type Vendors } from '../../testing/vendors.ts';
import type { Visitor } from '../../testing/visitor.ts';

let vendors: Vendors;
before(async () => {
  vendors = await testVendors();
});
beforeEach(async () => {
  vendors.airwallex.forgetTokens();
  await vendors.configure();
});
after(() => vendors.close());

const create = async (buyer: Visitor, fields: object = {}) =>
  (await buyer.request('POST', '/api/user/intent/create', { amount: 10, payment_method: 'fps', ...fields })).json();
const statusOf = (buyer: Visitor, name: string) => buyer.get(`/api/user/payment-status/${name}`);
const notify = (notice: { headers: Readonly<Record<string, string>>; body: string }) =>
  vendors.call('/api/user/airwallex/webhook', notice);

async function order(buyer: Visitor, fields: object = {}): Promise<string> {
  const answer = await create(buyer, fields);
  assert.equal(answer.success, true, answer.message);
  return answer.data.reference;
}

for (const [method, currency, amount, kind] of [
  ['card', 'USD', 10, 'card'],
  ['alipay', 'USD', 10, 'alipaycn'],
  ['alipayhk', 'HKD', 78, 'alipayhk'],
  ['fps', 'HKD', 78, 'fps'],
] as const) {
  test(`${method} is charged ${amount} ${currency} for ten dollars, whatever currency and price the client writes`, async () => {
    const buyer = await vendors.newBuyer();
    const answer = await create(buyer, {
      payment_method: method,
      currency: 'JPY',
      order: { products: [{ name: 'x', unit_price: 0.01, currency: 'JPY', quantity: 1 }] },
    });
    const intent = vendors.airwallex.intents.at(-1);
    assert.deepEqual(
      [intent?.amount, intent?.currency, intent?.merchant_order_id],
      [amount, currency, answer.data.reference],
    );
    const { id, client_secret, url, reference, ...shown } = answer.data;
    assert.deepEqual([id, client_secret], [intent?.id, intent?.client_secret]);
    assert.deepEqual(shown, { currency, amount });
    assert.equal(url, method === 'card' ? '' : `https://wallet.example.com/${kind}/${intent?.id}`);
    assert.match(reference, /^TU/);
    for (const [key, value] of Object.entries(answer.data)) assert.deepEqual(answer[key], value, `${key} beside data`);
  });
}

test('the main currency and its rate come from the options', async () => {
  await setOptions(vendors.testing, { MainCurrency: 'GBP', GBP_Exchange_Rate: '0.85' });
  const { data } = await create(await vendors.newBuyer(), { payment_method: 'card' });
  assert.deepEqual([data.currency, data.amount], ['GBP', 8.5]);
  await setOptions(vendors.testing, { MainCurrency: 'USD' });
});

test('a phone, which cannot scan what it shows, is sent to its wallet; what no phone opens is a code everywhere', async () => {
  const browsers = {
    ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
    android: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36',
    computer: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36',
  };
  const phone = (os_type: string) => ({ flow: 'mobile_web', os_type });
  for (const [browser, method, expected] of [
    ['ios', 'alipay', phone('ios')],
    ['android', 'alipayhk', phone('android')],
    ['android', 'fps', { flow: 'qrcode' }],
    ['computer', 'alipayhk', { flow: 'qrcode' }],
  ] as const) {
    const buyer = await vendors.newBuyer();
    const headers = { 'user-agent': browsers[browser] };
    const wish = { amount: 10, payment_method: method };
    const { success, data } = (await buyer.request('POST', '/api/user/intent/create', wish, headers)).json();
    assert.equal(success, true, `${method} with ${browser}`);
    assert.match(data.url, /^https:\/\/wallet\.example\.com\//);
    const sent = vendors.airwallex.requests().at(-1)?.json()?.payment_method;
    const chosen = sent as Record<string, unknown> | undefined;
    assert.deepEqual(chosen?.[String(chosen.type)], expected, `${method} with ${browser}`);
  }
});

test('with the form of the vendor in our page no wallet is chosen for the payer', async () => {
  await setOptions(vendors.testing, { AirwallexPaymentMode: 'api' });
  const { data } = await create(await vendors.newBuyer());
  assert.equal(data.url, '');
  assert.equal(vendors.airwallex.intents.at(-1)?.status, 'REQUIRES_PAYMENT_METHOD');
});

test('a request that is repeated gets the same intent and the same address, and asks for nothing twice', async () => {
  const buyer = await vendors.newBuyer();
  const fields = { request_id: 'client-request-1', merchant_order_id: 'client-order-1' };
  const first = await create(buyer, fields);
  const before_ = vendors.airwallex.intents.length;
  const [second, third] = await Promise.all([create(buyer, fields), create(buyer, { ...fields, amount: 500 })]);
  assert.deepEqual(second.data, first.data);
  assert.deepEqual(third.data, first.data);
  assert.equal(vendors.airwallex.intents.length, before_);
  assert.equal((await buyer.get('/api/user/orders')).data.total, 1);
});

for (const fields of [
  { amount: 0.001 },
  { amount: -1 },
  { amount: 1e9 },
  { amount: '1e3' },
  { payment_method: 'wechat' },
  { payment_method: '__proto__' },
]) {
  test(`8: a wish for ${JSON.stringify(fields)} is refused and makes no order`, async () => {
    const buyer = await vendors.newBuyer();
    const answer = await create(buyer, fields);
    assert.equal(answer.success, false);
    assert.ok(answer.message.length > 10);
    assert.equal((await buyer.get('/api/user/orders')).data.total, 0);
  });
}

test('parallel calls share one login, and a token that is refused is replaced once', async () => {
  const logins = () => vendors.airwallex.requests().filter(({ path }) => path.endsWith('/login')).length;
  const buyers = await Promise.all(Array.from({ length: 4 }, () => vendors.newBuyer()));
  const before_ = logins();
  const release = vendors.airwallex.stall();
  const all = Promise.all(buyers.map((buyer) => create(buyer)));
  release();
  for (const answer of await all) assert.equal(answer.success, true, answer.message);
  assert.equal(logins() - before_, 1);
  await create(buyers[0] as Visitor);
  assert.equal(logins() - before_, 1);
});

test('a paid call credits once and is acknowledged each time; the buyer sees success and the new balance', async () => {
  const buyer = await vendors.newBuyer();
  const tradeNo = await order(buyer);
  vendors.airwallex.pay(tradeNo);
  const notice = vendors.airwallex.notice(tradeNo);
  for (const call of [notice, notice, vendors.airwallex.notice(tradeNo)]) {
    assert.equal((await notify(call)).statusCode, 200);
  }
  await vendors.assertCredits(buyer, 1);
  assert.deepEqual((await statusOf(buyer, tradeNo)).data, { status: 'success', amount: 10, user_quota: tenDollars });
});

test('5: 50 parallel calls on two instances, and a poller, credit once', async () => {
  const buyer = await vendors.newBuyer();
  const tradeNo = await order(buyer);
  const { id } = await vendors.orderOf(buyer);
  vendors.airwallex.pay(tradeNo);
  const second = await secondConsole(vendors.testing);
  const apps = [vendors.testing.app, second.app];
  const calls = Array.from({ length: 50 }, (_, time) =>
    untilServed(() => vendors.call('/api/user/airwallex/webhook', vendors.airwallex.notice(tradeNo), apps[time % 2])),
  );
  const poller = Array.from({ length: 5 }, () => applyPayment(vendors.testing.db, id, { status: 'paid' }));
  const answers = await Promise.all(calls);
  await Promise.all(poller);
  await second.close();
  assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([200]));
  await vendors.assertCredits(buyer, 1);
});

test('1 and 3: calls that are unsigned, signed with another secret or too old are refused', async () => {
  const buyer = await vendors.newBuyer();
  const tradeNo = await order(buyer);
  vendors.airwallex.pay(tradeNo);
  const { headers, body } = vendors.airwallex.notice(tradeNo);
  const signedWith = (secret: string) => ({
    ...headers,
    'x-signature': createHmac('sha256', secret).update(`${headers['x-timestamp']}${body}`).digest('hex'),
  });
  const { 'x-signature': _, ...unsigned } = headers;
  const old = vendors.airwallex.notice(tradeNo, 'payment_intent.succeeded', Date.now() - 301_000);
  for (const call of [
    { headers: unsigned as Record<string, string>, body },
    { headers: { ...headers, 'x-signature': '' }, body },
    { headers: signedWith(''), body },
    { headers: signedWith('another'), body },
    { headers, body: body.replace('78', '79') },
    old,
  ]) {
    assert.equal((await notify(call)).statusCode, 401);
  }
  await vendors.testing.db.deleteFrom('options').where('key', '=', 'AirwallexSec_Key').execute();
  vendors.testing.options.forget();
  for (const call of [
    { headers: signedWith(''), body },
    { headers, body },
  ]) {
    assert.equal((await notify(call)).statusCode, 403, 'without a secret nothing is listened to');
  }
  await vendors.assertCredits(buyer, 0);
});

test('2: a signed call that says paid credits nothing while the intent, when asked for, is not', async () => {
  const buyer = await vendors.newBuyer();
  const tradeNo = await order(buyer);
  vendors.airwallex.pay(tradeNo);
  const notice = vendors.airwallex.notice(tradeNo);
  vendors.airwallex.become(tradeNo, 'REQUIRES_CAPTURE');
  assert.equal((await notify(notice)).statusCode, 503);
  await vendors.assertCredits(buyer, 0);
  vendors.airwallex.become(tradeNo, 'SUCCEEDED');
  assert.equal((await notify(notice)).statusCode, 200);
  await vendors.assertCredits(buyer, 1);
});

test('8: less than was due earns nothing by itself, twice as much earns what was ordered and is marked', async () => {
  const [poor, rich] = [await vendors.newBuyer(), await vendors.newBuyer()];
  const [less, twice] = [await order(poor), await order(rich)];
  vendors.airwallex.pay(less, 0.01);
  vendors.airwallex.pay(twice, 156);
  for (const tradeNo of [less, twice]) assert.equal((await notify(vendors.airwallex.notice(tradeNo))).statusCode, 200);
  assert.equal((await vendors.orderOf(poor)).state, 'underpaid');
  await vendors.assertCredits(poor, 0);
  assert.deepEqual((await vendors.orderOf(rich)).flags, ['overpaid', 'review']);
  await vendors.assertCredits(rich, 1);
});

test('a payer who pays twice is credited once, a person hears of it, and what goes back of it takes no credit', async () => {
  const buyer = await vendors.newBuyer();
  const tradeNo = await order(buyer);
  vendors.airwallex.pay(tradeNo);
  await notify(vendors.airwallex.notice(tradeNo));
  vendors.airwallex.pay(tradeNo, 156);
  await notify(vendors.airwallex.notice(tradeNo));
  const { flags, reason } = await vendors.orderOf(buyer);
  assert.deepEqual(flags, ['overpaid', 'review']);
  assert.match(reason, /156\.00 HKD arrived, of which 78\.00 HKD earned no credit/);
  vendors.airwallex.refundThere(tradeNo, 78);
  await notify(vendors.airwallex.notice(tradeNo, 'refund.settled'));
  assert.equal((await vendors.orderOf(buyer)).state, 'credited');
  await vendors.assertCredits(buyer, 1);
});

test('an intent of the test system never credits an order of the live one, nor the reverse', async () => {
  const buyer = await vendors.newBuyer();
  const tradeNo = await order(buyer);
  vendors.airwallex.pay(tradeNo);
  const notice = vendors.airwallex.notice(tradeNo);
  await setOptions(vendors.testing, { LiveAirwallex: 'true' });
  assert.equal((await notify(notice)).statusCode, 404);
  assert.equal((await statusOf(buyer, tradeNo)).data.status, 'pending');
  await vendors.assertCredits(buyer, 0);
  await setOptions(vendors.testing, { LiveAirwallex: 'false' });
  assert.equal((await notify(notice)).statusCode, 200);
  await vendors.assertCredits(buyer, 1);
});

test('a try that failed is shown as failed, and the payer can still pay', async () => {
  const buyer = await vendors.newBuyer();
  const tradeNo = await order(buyer, { payment_method: 'card' });
  vendors.airwallex.failAttempt(tradeNo);
  assert.equal((await statusOf(buyer, tradeNo)).data.status, 'failed');
  assert.equal((await vendors.orderOf(buyer)).state, 'pending');
  vendors.airwallex.pay(tradeNo);
  await vendors.age(tradeNo, 11);
  assert.equal((await statusOf(buyer, tradeNo)).data.status, 'success');
  await vendors.assertCredits(buyer, 1);
});

test('13: a payment is found by each of its names, by its buyer alone', async () => {
  const [owner, other] = [await vendors.newBuyer(), await vendors.newBuyer()];
  const tradeNo = await order(owner, { request_id: 'request-13', merchant_order_id: 'order-13' });
  const { public_id: publicId, processor_reference: intentId } = await vendors.orderOf(owner);
  for (const name of [tradeNo, publicId, String(intentId), 'request-13', 'order-13']) {
    assert.equal((await statusOf(owner, name)).data.status, 'pending', name);
    assert.equal((await statusOf(other, name)).message, 'This payment does not exist.', name);
  }
});

test('refunds and disputes that the provider tells of take the credit back, a dispute freezes the account', async () => {
  const buyer = await vendors.newBuyer();
  const tradeNo = await order(buyer);
  vendors.airwallex.pay(tradeNo);
  await notify(vendors.airwallex.notice(tradeNo));
  vendors.airwallex.refundThere(tradeNo, 39);
  for (let time = 0; time < 3; time++) {
    assert.equal((await notify(vendors.airwallex.notice(tradeNo, 'refund.settled'))).statusCode, 200);
  }
  assert.equal((await statusOf(buyer, tradeNo)).data.user_quota, tenDollars / 2);
  vendors.airwallex.dispute(tradeNo);
  assert.equal((await notify(vendors.airwallex.notice(tradeNo, 'payment_dispute.requires_response'))).statusCode, 200);
  assert.equal((await statusOf(buyer, tradeNo)).data.user_quota, 0);
  assert.equal((await vendors.orderOf(buyer)).state, 'disputed');
  const { frozen } = await vendors.testing.db
    .selectFrom('accounts')
    .select('frozen')
    .where('user_id', '=', buyer.userId)
    .executeTakeFirstOrThrow();
  assert.equal(frozen, true);
});

test('events about other things are acknowledged and change nothing', async () => {
  const buyer = await vendors.newBuyer();
  const tradeNo = await order(buyer);
  assert.equal((await notify(vendors.airwallex.notice(tradeNo, 'payment_intent.created'))).statusCode, 200);
  const { headers, body } = vendors.airwallex.notice(tradeNo);
  const other = body.replace('payment_intent.succeeded', 'payout.sent');
  const signature = createHmac('sha256', vendors.airwallex.webhookSecret)
    .update(`${headers['x-timestamp']}${other}`)
    .digest('hex');
  assert.equal((await notify({ headers: { ...headers, 'x-signature': signature }, body: other })).statusCode, 200);
  await vendors.assertCredits(buyer, 0);
});

test('a request that was refused needs a new id', async () => {
  const buyer = await vendors.newBuyer();
  const fields = { request_id: 'refused-request', payment_method: 'card' };
  await setOptions(vendors.testing, { AirwallexAPI_Key: 'another-key' });
  assert.match((await create(buyer, fields)).message, /not available now/);
  assert.equal((await vendors.orderOf(buyer)).state, 'failed');
  await vendors.configure();
  assert.match((await create(buyer, fields)).message, /no payment any more/);
  assert.equal((await create(buyer, { ...fields, request_id: 'next-request' })).success, true);
});

test('a provider that does not answer leaves the order open; the next try gets the intent that was made', async () => {
  const buyer = await vendors.newBuyer();
  const fields = { request_id: 'lost-answer' };
  await create(await vendors.newBuyer());
  vendors.airwallex.delivery.cutAfterBytes = 0;
  assert.match((await create(buyer, fields)).message, /does not answer/);
  delete vendors.airwallex.delivery.cutAfterBytes;
  assert.equal((await vendors.orderOf(buyer)).state, 'created');
  const { data } = await create(buyer, fields);
  assert.equal(vendors.airwallex.intents.filter((intent) => intent.merchant_order_id === data.reference).length, 1);
});

test('where the answer was lost and the order was asked about since, the next try still chooses the wallet', async () => {
  const buyer = await vendors.newBuyer();
  const fields = { request_id: 'lost-wallet', merchant_order_id: 'lost-wallet-order' };
  await create(await vendors.newBuyer());
  vendors.airwallex.delivery.cutAfterBytes = 0;
  assert.match((await create(buyer, fields)).message, /does not answer/);
  delete vendors.airwallex.delivery.cutAfterBytes;
  const { trade_no: tradeNo } = await vendors.orderOf(buyer);
  await buyer.get(`/api/user/payment-status/${tradeNo}`);
  assert.ok((await vendors.orderOf(buyer)).processor_reference);
  const { data } = await create(buyer, fields);
  assert.match(data.url, /^https:\/\/wallet\.example\.com\//);
  assert.deepEqual((await create(buyer, fields)).data, data);
});

test('15: keys and client secrets are in no log and no row', async () => {
  const { testing, airwallex } = vendors;
  const secrets = [
    airwallex.apiKey,
    airwallex.webhookSecret,
    ...airwallex.intents.map((intent) => intent.client_secret),
  ];
  const rows: unknown[] = [];
  for (const table of ['options', 'topup_orders', 'usage_log'] as const) {
    rows.push(...(await testing.db.selectFrom(table).selectAll().execute()));
  }
  for (const secret of secrets) {
    assert.ok(!testing.logged().includes(secret));
    assert.ok(!JSON.stringify(rows).includes(secret));
  }
});
