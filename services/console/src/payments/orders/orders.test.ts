import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setOptions } from '../../testing/set-options.ts';
import { testVendors, type Vendors } from '../../testing/vendors.ts';
import type { Visitor } from '../../testing/visitor.ts';

let vendors: Vendors;
let admin: Visitor;
before(async () => {
  vendors = await testVendors();
  await vendors.testing.addUser({ username: 'clerk', role: 10 });
  admin = await vendors.testing.signedIn('clerk');
});
after(() => vendors.close());

const newest = async (buyer: Visitor) => (await buyer.get('/api/user/orders')).data.items[0];
const resume = (buyer: Visitor, name: string) => buyer.post(`/api/user/orders/${name}/payment`, {});
const inCoins = { amount: '10', currency: 'USDT', network: 'tron' };

test('an order in coins is gone on with at the same address and amount, and is not begun again', async () => {
  const buyer = await vendors.newBuyer();
  const { data: begun } = await buyer.post('/api/user/createtransaction', inCoins);
  const invoices = vendors.cryptomus.invoices.size;
  const { data } = await resume(buyer, begun.uuid);
  const { address, pay_amount, pay_currency, network, qrCode } = data;
  assert.deepEqual(
    { address, pay_amount, pay_currency, network, qrCode },
    {
      address: begun.address,
      pay_amount: begun.pay_amount,
      pay_currency: 'USDT',
      network: 'tron',
      qrCode: begun.qrCode,
    },
  );
  assert.equal(vendors.cryptomus.invoices.size, invoices);
});

test('a page of a vendor is the same page, a card form gets the same intent', async () => {
  const buyer = await vendors.newBuyer();
  const page = await buyer.post('/api/user/stripe/pay', { amount: 10 });
  assert.equal((await resume(buyer, (await newest(buyer)).id)).data.url, page.data);
  const { data: intent } = await buyer.post('/api/user/intent/create', { amount: 10, payment_method: 'card' });
  const intents = vendors.airwallex.intents.length;
  const { data: again } = await resume(buyer, intent.reference);
  assert.deepEqual([again.intent_id, again.client_secret], [intent.id, intent.client_secret]);
  assert.equal(vendors.airwallex.intents.length, intents);
});

test('payments name the order that they are of', async () => {
  const buyer = await vendors.newBuyer();
  const page = (await buyer.request('POST', '/api/user/stripe/pay', { amount: 10 })).json();
  assert.equal(page.reference, (await newest(buyer)).trade_no);
});

test('others’ orders do not exist, and one that has ended takes no money', async () => {
  const buyer = await vendors.newBuyer();
  await buyer.post('/api/user/createtransaction', inCoins);
  const { id, trade_no: tradeNo } = await newest(buyer);
  const other = await vendors.newBuyer();
  for (const name of [id, tradeNo]) {
    assert.match((await resume(other, name)).message, /does not exist/);
    assert.match((await other.get(`/api/user/orders/${name}`)).message, /does not exist/);
    assert.equal((await buyer.get(`/api/user/orders/${name}`)).data.trade_no, tradeNo);
  }
  await vendors.age(tradeNo, 24 * 3600);
  assert.match((await resume(buyer, id)).message, /no payment any more/);
});

test('orders are found by flag and by when they were made', async () => {
  const buyer = await vendors.newBuyer();
  await buyer.post('/api/user/createtransaction', inCoins);
  const { trade_no: tradeNo, created_at: at } = await newest(buyer);
  vendors.cryptomus.pay(tradeNo, '20.00');
  await vendors.call('/api/user/cryptomus/notify', vendors.cryptomus.notice(tradeNo));
  const found = async (query: string) =>
    (await admin.get(`/api/order?keyword=${tradeNo}&${query}`)).data.items.map(
      (row: { trade_no: string }) => row.trade_no,
    );
  for (const query of ['flag=overpaid', `start_timestamp=${at}`, `end_timestamp=${at}`]) {
    assert.deepEqual(await found(query), [tradeNo], query);
  }
  for (const query of ['flag=late', 'flag={late}', `start_timestamp=${at + 1}`, `end_timestamp=${at - 1}`]) {
    assert.deepEqual(await found(query), [], query);
  }
});

test('an amount is priced by every method that is offered, and by none that is not', async () => {
  const buyer = await vendors.newBuyer();
  const ask = async () => (await buyer.request('POST', '/api/user/amount', { amount: 10 })).json();
  const { prices, ratio, quota } = await ask();
  assert.deepEqual([ratio, quota], ['1', 5_000_000]);
  assert.deepEqual(prices, [
    { processor: 'cryptomus', method: '', currency: 'USD', payable: '10.00' },
    { processor: 'airwallex', method: 'card', currency: 'USD', payable: '10.00' },
    { processor: 'airwallex', method: 'alipay', currency: 'USD', payable: '10.00' },
    { processor: 'airwallex', method: 'alipayhk', currency: 'HKD', payable: '78.00' },
    { processor: 'airwallex', method: 'fps', currency: 'HKD', payable: '78.00' },
    { processor: 'stripe', method: '', currency: 'USD', payable: '10.00' },
  ]);
  await setOptions(vendors.testing, { EnabledAirwallex: 'false', EnabledStripe: 'false' });
  assert.deepEqual(
    (await ask()).prices.map(({ processor }: { processor: string }) => processor),
    ['cryptomus'],
  );
  await vendors.configure();
});
