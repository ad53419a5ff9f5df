import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Order } from '../../order.ts';
import { readCryptomusNotice } from './notice.ts';
import { paymentOf } from './payment-of.ts';
import { readSigned, sign } from './sign.ts';

const key = 'cryptomus-demo-key-0001';
const order = { trade_no: 'TU20261121C5M1', currency: 'USD', payable_minor: 1000 } as Order;
const notice = String.raw`{"type":"payment","uuid":"62f88b36-a9d5-4fa6-aa26-e040c3dbf26d","order_id":"TU20261121C5M1","amount":"10.00000000","payment_amount":"10.01000000","payment_amount_usd":"10.01","merchant_amount":"9.81000000","commission":"0.20000000","is_final":true,"status":"paid","from":"TXhfYSWt2oKRrHAJVJeYRuit6ZzKuoEKXj","wallet_address_uuid":null,"network":"tron","currency":"USD","payer_currency":"USDT","additional_data":"https:\/\/gw.example.com\/topup","txid":"6f0d9c8374db57cac0d806251473de754f361c83a03cd805f74aa9da3193486b"}`;
const signature = 'a844cf0a18ee1730871314ade8f77327';
const signed = `${notice.slice(0, -1)},"sign":"${signature}"}`;

for (const [body, expected] of [
  [
    '{"amount":"10.00","currency":"USD","network":"tron","order_id":"TU20261121C5M1","url_callback":"https://gw.example.com/api/user/cryptomus/notify","is_payment_multiple":false,"lifetime":3600,"to_currency":"USDT"}',
    '920f93b94445e8acedb543ba8590e8ea',
  ],
  ['{}', 'ba558303fd2388b18fcae0ec6c856154'],
  ['', '34a91ba9ea39c3405aded919cf1f8621'],
] as const) {
  test(`C1: the signature of ${body.slice(0, 20) || 'nothing'}`, () => assert.equal(sign(body, key), expected));
}

test('C2: a paid notice is read, wherever its signature stands', () => {
  const first = `{"sign": "${signature}", ${notice.slice(1)}`;
  const middle = signed.replace(`,"sign":"${signature}"`, '').replace('"type"', `"sign":"${signature}","type"`);
  for (const text of [signed, first, middle]) {
    const read = readCryptomusNotice(text, key);
    assert.equal(read?.tradeNo, order.trade_no);
    assert.equal(read?.isPaid, true);
    assert.equal(read?.reference, '62f88b36-a9d5-4fa6-aa26-e040c3dbf26d');
    assert.equal(read?.contradiction(order), undefined);
    assert.match(read?.contradiction({ ...order, payable_minor: 1001 }) ?? '', /10\.00000000 USD/);
    assert.match(read?.contradiction({ ...order, currency: 'HKD' }) ?? '', /USD/);
  }
});

for (const [name, text] of [
  ['no signature', notice],
  ['an empty signature', signed.replace(signature, '')],
  ['a signature as a list', signed.replace(`"${signature}"`, `["${signature}"]`)],
  ['two signatures', signed.replace('{', `{"sign":"${signature}",`)],
  ['slashes written anew', JSON.stringify(JSON.parse(signed))],
  ['the signature of slashes written anew', signed.replace(signature, '6720c44abc003fd3936cc0e1f84e1d38')],
  ['another amount', signed.replace('"10.00000000"', '"99.00000000"')],
  ['nothing', ''],
] as const) {
  test(`a notice with ${name} is refused`, () => assert.equal(readCryptomusNotice(text, key), undefined));
}

test('1: with an empty key nothing is believed, also what is signed with it', () => {
  const forged = `${notice.slice(0, -1)},"sign":"${sign(notice, '')}"}`;
  assert.equal(readSigned(forged, ''), undefined);
  assert.equal(readCryptomusNotice(forged, ''), undefined);
});

const invoice = {
  uuid: 'u',
  order_id: order.trade_no,
  amount: '10.00',
  currency: 'USD',
  payment_status: 'paid',
  network: 'tron',
  txid: 't',
};

for (const [status, expected] of Object.entries({
  process: 'pending',
  check: 'pending',
  wrong_amount_waiting: 'pending',
  confirm_check: 'confirming',
  paid: 'paid',
  paid_over: 'paid',
  wrong_amount: 'underpaid',
  cancel: 'expired',
  fail: 'failed',
  system_fail: 'failed',
  locked: 'held',
  refund_process: 'held',
  refund_fail: 'held',
  refund_paid: 'refunded',
  something_new: 'held',
})) {
  test(`an invoice in ${status} is ${expected}`, () => {
    assert.equal(paymentOf(order, { ...invoice, payment_status: status }).status, expected);
  });
}

test('a full payment counts in coins: what they are worth in dollars afterwards does not matter', () => {
  const payment = paymentOf(order, { ...invoice, payment_amount_usd: '9.97' });
  assert.equal(payment.receivedMinor, undefined);
  assert.deepEqual(payment.transaction, { network: 'tron', id: 't' });
});

test('a part is known in cents, rounded down; more than was due is marked', () => {
  const part = paymentOf(order, { ...invoice, payment_status: 'wrong_amount', payment_amount_usd: '7.519' });
  assert.equal(part.receivedMinor, 751n);
  assert.equal(paymentOf(order, { ...invoice, payment_status: 'paid_over' }).overpaid, true);
});

for (const other of [{ order_id: 'TU20261121C5M2' }, { amount: '9.99' }, { currency: 'EUR' }]) {
  test(`an invoice with ${JSON.stringify(other)} is not the order's`, () => {
    assert.throws(() => paymentOf(order, { ...invoice, ...other }), /another invoice/);
  });
}
