import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { applyPayment } from '@switchyard/payments';
import { secondConsole } from '../../testing/second-console.ts';
import { setOptions } from '../../testing/set-options.ts';
import { untilServed } from '../../testing/until-served.ts';
import { testVendors, type Vendors } from '../../testing/vendors.ts';
import type { Visitor } from '../../testing/visitor.ts';

let vendors: Vendors;
before(async () => {
  vendors = await testVendors();
});
beforeEach(() => vendors.configure());
after(() => vendors.close());

const wish = { currency: 'USDT', network: 'tron', amount: '10' };
const create = (buyer: Visitor, fields: object = {}) =>
  buyer.post('/api/user/createtransaction', { ...wish, ...fields });
const notify = (notice: { headers: Readonly<Record<string, string>>; body: string }) =>
  vendors.call('/api/user/cryptomus/notify', notice);

/** Orders ten dollars; answers our number of the order. */
async function order(buyer: Visitor): Promise<string> {
  const answer = await create(buyer);
  assert.equal(answer.success, true, answer.message);
  return (await vendors.orderOf(buyer)).trade_no;
}

async function stateOf(buyer: Visitor): Promise<{ state: string; flags: string[] }> {
  const { state, flags } = await vendors.orderOf(buyer);
  return { state, flags };
}

test('coins that can be paid with are listed with their minimum and course, and asked for once in five minutes', async () => {
  const buyer = await vendors.newBuyer();
  const asked = () => vendors.cryptomus.requests().filter(({ path }) => path === '/v1/payment/services').length;
  const { data } = await buyer.get('/api/user/getcurrencies');
  assert.deepEqual(data, [
    { currency: 'USDT', network: 'tron', min_amount: 2, conversion_rate: 1.001 },
    { currency: 'BTC', network: 'btc', min_amount: 0.0001, conversion_rate: 0.00001 },
  ]);
  const before_ = asked();
  await buyer.get('/api/user/getcurrencies');
  await create(buyer);
  assert.equal(asked(), before_);
});

test('an invoice shows address, amount in coins, time and a picture to scan; calls go to the address of the options', async () => {
  const buyer = await vendors.newBuyer('default', 'http://evil.example');
  const { data } = await create(buyer);
  assert.match(data.uuid, /^[0-9a-f-]{36}$/);
  assert.ok(Math.abs(data.created_at - Date.now() / 1000) < 60);
  assert.equal(data.lifetime, 3600);
  assert.deepEqual([data.amount, data.currency], ['10.00', 'USD']);
  assert.deepEqual([data.pay_amount, data.pay_currency, data.network], ['10.01000000', 'USDT', 'tron']);
  assert.match(data.address, /^T[0-9a-f]{33}$/);
  assert.match(data.qrCode, /^data:image\/png;base64,/);
  const invoice = vendors.cryptomus.invoices.get((await vendors.orderOf(buyer)).trade_no);
  assert.equal(invoice?.callbackUrl, 'https://calls.example.com/api/user/cryptomus/notify');
  assert.doesNotMatch(JSON.stringify(data), /evil/, '16: not from the request');
});

test('the price follows the factor of the group, and the lifetime the options', async () => {
  await setOptions(vendors.testing, { TopupGroupRatio: '{"default":1,"vip":0.95}', LifeTime: '5' });
  const { data } = await create(await vendors.newBuyer('vip'));
  assert.deepEqual([data.amount, data.lifetime], ['9.50', 300]);
  await setOptions(vendors.testing, { TopupGroupRatio: '{"default":1}', LifeTime: '60' });
});

for (const [fields, said] of [
  [{ amount: '1.5' }, /Amount is very low: this coin takes 2\.0+ USDT/],
  [{ amount: '0.001' }, /two digits/],
  [{ amount: '-1' }, /Enter the amount in US dollars/],
  [{ amount: '1e3' }, /Enter the amount in US dollars/],
  [{ amount: '1000000000' }, /cannot be more/],
  [{ amount: '10.001' }, /two digits/],
  [{ network: 'eth' }, /Choose one of the coins/],
  [{ currency: 'ETH', network: 'eth' }, /Choose one of the coins/],
  [{ currency: 'DOGE', network: 'doge' }, /Choose one of the coins/],
] as const) {
  test(`8: a wish for ${JSON.stringify(fields)} is refused and makes no order`, async () => {
    const buyer = await vendors.newBuyer();
    const answer = await create(buyer, fields);
    assert.equal(answer.success, false);
    assert.match(answer.message, said);
    assert.equal((await buyer.get('/api/user/orders')).data.total, 0);
  });
}

test('what is to be paid must be enough for the coin, whatever credit it buys', async () => {
  await setOptions(vendors.testing, { TopupGroupRatio: '{"default":1,"half":0.5,"double":2}' });
  const [half, double] = [await vendors.newBuyer('half'), await vendors.newBuyer('double')];
  assert.match((await create(half, { amount: '3' })).message, /Amount is very low: this coin takes 2\.0+ USDT/);
  assert.equal((await half.get('/api/user/orders')).data.total, 0);
  assert.equal((await create(half, { amount: '4' })).data.amount, '2.00');
  assert.equal((await create(double, { amount: '1' })).data.amount, '2.00');
  await setOptions(vendors.testing, { TopupGroupRatio: '{"default":1}' });
});

test('switched off it is not offered, and its orders still earn their credit', async () => {
  const buyer = await vendors.newBuyer();
  const tradeNo = await order(buyer);
  await setOptions(vendors.testing, { EnabledCryptomus: 'false' });
  assert.match((await create(buyer)).message, /not enabled/);
  assert.match((await buyer.get('/api/user/getcurrencies')).message, /not enabled/);
  const { data } = await buyer.get('/api/payment-enabled');
  assert.equal(data.find(({ key }: { key: string }) => key === 'EnabledCryptomus').value, 'false');
  vendors.cryptomus.pay(tradeNo);
  assert.equal((await notify(vendors.cryptomus.notice(tradeNo))).statusCode, 200);
  await vendors.assertCredits(buyer, 1);
});

test('a paid call credits once, however often it comes, and is acknowledged each time', async () => {
  const buyer = await vendors.newBuyer();
  const tradeNo = await order(buyer);
  vendors.cryptomus.pay(tradeNo);
  for (let time = 0; time < 3; time++) {
    const { statusCode, body } = await notify(vendors.cryptomus.notice(tradeNo));
    assert.deepEqual([statusCode, body], [200, 'ok']);
  }
  await vendors.assertCredits(buyer, 1);
});

test('a signed call from another address than the documented one is told to the operator, and counts: proof is the signature', async () => {
  const told = () => vendors.testing.logged().match(/comes from another address/g)?.length ?? 0;
  const buyer = await vendors.newBuyer();
  for (const [remoteAddress, times] of [
    ['91.227.144.54', 0],
    ['203.0.113.7', 1],
  ] as const) {
    const tradeNo = await order(buyer);
    vendors.cryptomus.pay(tradeNo);
    const { headers, body: payload } = vendors.cryptomus.notice(tradeNo);
    const before_ = told();
    // Nobody has named this sender as a proxy: what it says of others is not believed.
    const sent = { ...headers, 'x-forwarded-for': times === 0 ? '203.0.113.7' : '91.227.144.54' };
    const call = { method: 'POST', url: '/api/user/cryptomus/notify', headers: sent, payload, remoteAddress } as const;
    assert.equal((await vendors.testing.app.inject(call)).statusCode, 200);
    assert.equal(told() - before_, times, remoteAddress);
  }
  await vendors.assertCredits(buyer, 2);
});

test('1: without a key, or with the empty one, no call is listened to', async () => {
  const buyer = await vendors.newBuyer();
  const tradeNo = await order(buyer);
  vendors.cryptomus.pay(tradeNo);
  const { headers, body } = vendors.cryptomus.notice(tradeNo);
  const unsigned = body.replace(/,"sign":"[0-9a-f]+"/, '');
  const emptyKey = createHash('md5').update(Buffer.from(unsigned).toString('base64')).digest('hex');
  const forged = { headers, body: `${unsigned.slice(0, -1)},"sign":"${emptyKey}"}` };
  assert.equal((await notify(forged)).statusCode, 401);
  await vendors.testing.db.deleteFrom('options').where('key', '=', 'CryptoAPI_Key').execute();
  vendors.testing.options.forget();
  for (const call of [forged, { headers, body }]) assert.equal((await notify(call)).statusCode, 403);
  await vendors.assertCredits(buyer, 0);
  assert.equal((await stateOf(buyer)).state, 'pending');
});

test("1: a right call that names another processor's order is refused", async () => {
  const buyer = await vendors.newBuyer();
  await buyer.post('/api/user/stripe/pay', { amount: 10 });
  const foreign = (await vendors.orderOf(buyer)).trade_no;
  const own = await order(buyer);
  vendors.cryptomus.pay(own);
  const notice = vendors.cryptomus.notice(own);
  const unsigned = notice.body.replace(/,"sign":"[0-9a-f]+"/, '').replace(own, foreign);
  const sign = createHash('md5')
    .update(Buffer.from(unsigned).toString('base64'))
    .update(vendors.cryptomus.apiKey)
    .digest('hex');
  const body = `${unsigned.slice(0, -1)},"sign":"${sign}"}`;
  assert.equal((await notify({ headers: notice.headers, body })).statusCode, 404);
  await vendors.assertCredits(buyer, 0);
});

test('2: the signed call of the test hook credits nothing while no coins have come, and does not stop the real one', async () => {
  const buyer = await vendors.newBuyer();
  const tradeNo = await order(buyer);
  const test_ = await notify(vendors.cryptomus.notice(tradeNo, 'paid'));
  assert.notEqual(test_.statusCode, 200);
  await vendors.assertCredits(buyer, 0);
  vendors.cryptomus.pay(tradeNo);
  assert.equal((await notify(vendors.cryptomus.notice(tradeNo))).statusCode, 200);
  await vendors.assertCredits(buyer, 1);
});

test('3 and 10: a call without the right signature over the text that came is refused and leaves no trace', async () => {
  const buyer = await vendors.newBuyer();
  const tradeNo = await order(buyer);
  vendors.cryptomus.pay(tradeNo);
  const { headers, body } = vendors.cryptomus.notice(tradeNo);
  const inboxSize = async () => (await vendors.testing.db.selectFrom('payment_inbox').select('id').execute()).length;
  const before_ = await inboxSize();
  const rewritten = JSON.stringify(JSON.parse(body.replace('null', '"https:\\/\\/a"')));
  for (const text of [
    body.replace(/,"sign":"[0-9a-f]+"/, ''),
    body.replace(/"sign":"[0-9a-f]+"/, '"sign":""'),
    body.replace(/"sign":("[0-9a-f]+")/, '"sign":[$1]'),
    body.replace('"10.00"', '"99.00"'),
    rewritten,
    '',
    '[]',
  ]) {
    assert.equal((await notify({ headers, body: text })).statusCode, 401, text);
  }
  assert.equal(await inboxSize(), before_);
  await vendors.assertCredits(buyer, 0);
});

test('5: 50 parallel identical calls on two instances, and a poller, credit once', async () => {
  const buyer = await vendors.newBuyer();
  const tradeNo = await order(buyer);
  const { id } = await vendors.orderOf(buyer);
  vendors.cryptomus.pay(tradeNo);
  const notice = vendors.cryptomus.notice(tradeNo);
  const second = await secondConsole(vendors.testing);
  const apps = [vendors.testing.app, second.app];
  const calls = Array.from({ length: 50 }, (_, time) =>
    untilServed(() => vendors.call('/api/user/cryptomus/notify', notice, apps[time % 2])),
  );
  const poller = Array.from({ length: 5 }, () => applyPayment(vendors.testing.db, id, { status: 'paid' }));
  const answers = await Promise.all(calls);
  await Promise.all(poller);
  await second.close();
  assert.deepEqual(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)), new Set(['200 ok']));
  await vendors.assertCredits(buyer, 1);
});

for (const [name, statuses] of [
  ['7: waiting, then paid', ['check', 'paid']],
  ['7: expired, then paid', ['cancel', 'paid']],
  ['7: paid, then waiting', ['paid', 'confirm_check']],
  ['7: failed, then paid', ['fail', 'paid']],
  ['7: paid, then failed', ['paid', 'fail']],
] as const) {
  test(`${name}: one credit`, async () => {
    const buyer = await vendors.newBuyer();
    const tradeNo = await order(buyer);
    for (const status of statuses) {
      if (status === 'paid') vendors.cryptomus.pay(tradeNo);
      else vendors.cryptomus.become(tradeNo, status);
      assert.equal((await notify(vendors.cryptomus.notice(tradeNo))).statusCode, 200, status);
    }
    await vendors.assertCredits(buyer, 1);
    assert.equal((await stateOf(buyer)).state, 'credited');
  });
}

for (const [name, act, expected, credits] of [
  ['less', (tradeNo: string) => vendors.cryptomus.pay(tradeNo, '7.51'), { state: 'underpaid', flags: [] }, 0],
  [
    'more',
    (tradeNo: string) => vendors.cryptomus.pay(tradeNo, '12.00'),
    { state: 'credited', flags: ['overpaid', 'review'] },
    1,
  ],
  [
    'a payment that the provider holds',
    (tradeNo: string) => vendors.cryptomus.become(tradeNo, 'locked'),
    { state: 'pending', flags: ['review'] },
    0,
  ],
] as const) {
  test(`${name} earns ${credits ? 'what was ordered' : 'nothing by itself'}`, async () => {
    const buyer = await vendors.newBuyer();
    const tradeNo = await order(buyer);
    act(tradeNo);
    assert.equal((await notify(vendors.cryptomus.notice(tradeNo))).statusCode, 200);
    assert.deepEqual(await stateOf(buyer), expected);
    await vendors.assertCredits(buyer, credits);
  });
}

test('one transfer pays one order: the second order that names it waits for a person', async () => {
  const buyer = await vendors.newBuyer();
  const first = await order(buyer);
  const { transactionId } = vendors.cryptomus.pay(first);
  await notify(vendors.cryptomus.notice(first));
  const second = await order(buyer);
  vendors.cryptomus.pay(second).transactionId = transactionId;
  await notify(vendors.cryptomus.notice(second));
  assert.deepEqual(await stateOf(buyer), { state: 'pending', flags: ['review', 'contradicted'] });
  await vendors.assertCredits(buyer, 1);
});

test('17: what was paid at the last moment and is heard of an hour later is credited, and marked as late', async () => {
  const buyer = await vendors.newBuyer();
  const tradeNo = await order(buyer);
  await vendors.age(tradeNo, 3599);
  vendors.cryptomus.pay(tradeNo);
  const { id } = await vendors.orderOf(buyer);
  await applyPayment(vendors.testing.db, id, { status: 'expired' });
  await vendors.age(tradeNo, 3600);
  assert.equal((await notify(vendors.cryptomus.notice(tradeNo))).statusCode, 200);
  assert.deepEqual(await stateOf(buyer), { state: 'credited', flags: ['late'] });
  await vendors.assertCredits(buyer, 1);
});

test('the status of a payment is asked for at most once in ten seconds, and success comes with where to go', async () => {
  const buyer = await vendors.newBuyer();
  const { uuid } = (await create(buyer)).data;
  const { trade_no: tradeNo } = await vendors.orderOf(buyer);
  const asked = () => vendors.cryptomus.requests().filter(({ path }) => path === '/v1/payment/info').length;
  const before_ = asked();
  const looks = await Promise.all(Array.from({ length: 6 }, () => buyer.get(`/api/transaction-status/${uuid}`)));
  assert.deepEqual(
    new Set(looks.map(({ data }) => JSON.stringify(data))),
    new Set(['{"status":"pending","redirect_url":""}']),
  );
  assert.equal(asked() - before_, 1);
  vendors.cryptomus.pay(tradeNo);
  assert.equal((await buyer.get(`/api/transaction-status/${uuid}`)).data.status, 'pending');
  await vendors.age(tradeNo, 11);
  assert.deepEqual((await buyer.get(`/api/transaction-status/${uuid}`)).data, {
    status: 'success',
    redirect_url: 'https://gw.example.com/checkout-success',
  });
  await vendors.assertCredits(buyer, 1);
});

test('a payment that has ended is told, and a provider that is away changes nothing', async () => {
  const buyer = await vendors.newBuyer();
  const { uuid } = (await create(buyer)).data;
  const { trade_no: tradeNo } = await vendors.orderOf(buyer);
  vendors.cryptomus.delivery.cutAfterBytes = 0;
  assert.equal((await buyer.get(`/api/transaction-status/${uuid}`)).data.status, 'pending');
  delete vendors.cryptomus.delivery.cutAfterBytes;
  vendors.cryptomus.become(tradeNo, 'cancel');
  await vendors.age(tradeNo, 11);
  assert.equal((await buyer.get(`/api/transaction-status/${uuid}`)).data.status, 'failed');
});

test("13: another buyer's payment does not exist", async () => {
  const [owner, other] = [await vendors.newBuyer(), await vendors.newBuyer()];
  const { uuid } = (await create(owner)).data;
  const { trade_no: tradeNo } = await vendors.orderOf(owner);
  for (const name of [uuid, tradeNo, 'nothing']) {
    const answer = await other.get(`/api/transaction-status/${name}`);
    assert.deepEqual([answer.success, answer.message], [false, 'This payment does not exist.']);
  }
});

test('a provider that does not answer leaves the order open; a refusal closes it and is told', async () => {
  const buyer = await vendors.newBuyer();
  await buyer.get('/api/user/getcurrencies');
  vendors.cryptomus.delivery.cutAfterBytes = 0;
  assert.match((await create(buyer)).message, /does not answer/);
  delete vendors.cryptomus.delivery.cutAfterBytes;
  assert.equal((await stateOf(buyer)).state, 'created');
  await setOptions(vendors.testing, { CustomCallbackAddress: `https://calls.example.com/${'long'.repeat(60)}` });
  assert.match((await create(buyer)).message, /refused this payment: The url_callback is invalid/);
  assert.equal((await stateOf(buyer)).state, 'failed');
});

test('15: the key is in no answer, no log and no row in clear', async () => {
  const { testing, cryptomus } = vendors;
  await testing.addUser({ username: 'keeper', role: 100 });
  const root = await testing.signedIn('keeper');
  for (const url of ['/api/option/', '/api/option/payment', '/api/payment-enabled', '/api/order/']) {
    assert.doesNotMatch(JSON.stringify(await root.get(url)), new RegExp(cryptomus.apiKey), url);
  }
  assert.doesNotMatch(testing.logged(), new RegExp(cryptomus.apiKey));
  for (const table of ['options', 'topup_orders', 'payment_inbox', 'usage_log'] as const) {
    const rows = await testing.db.selectFrom(table).selectAll().execute();
    assert.ok(rows.length > 0, table);
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(cryptomus.apiKey), table);
  }
});
