import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Order } from '../../order.ts';
import { md5Signature } from '../md5-signature.ts';
import { dialects } from './dialects.ts';
import { readUsdtNotice } from './notice.ts';

const key = 'epusdt-demo-token-0001';
const notifyUrl = 'https://gw.example.com/api/user/usdt/notify';
const given = {
  amount: '73.5',
  notify_url: notifyUrl,
  order_id: 'TU20261121B3K9',
  redirect_url: 'https://gw.example.com/topup',
};
const paid = {
  actual_amount: 10.21 as number | string,
  amount: 73.5,
  block_transaction_id: '12ef6267b42e43959795cf31808d0cc72b3d0a48953ed19c61d4b6665a341d10',
  order_id: 'TU20261121B3K9',
  status: 2,
  token: 'TNEns8t9jbWENbStkQdVQtHMGpbsYsQjZK',
  trade_id: '202611211648380592218340',
};
const order = { currency: 'CNY', payable_minor: 7350, checkout: { actual_amount: '10.21' } } as unknown as Order;
const read = (fields: object, signature: string) => readUsdtNotice(JSON.stringify({ ...fields, signature }), '', key);

test('U1: orders are signed with amounts in their shortest form', () => {
  assert.equal(md5Signature(Object.entries(given), key), '5423375334f506062aa20cb2d5db970d');
  assert.equal(md5Signature(Object.entries({ ...given, amount: '73.50' }), key), '43055c104841b564e18d3b55fa45ab42');
});

test('U1c: orders of gmpay are signed with merchant, currency, coin and network', () => {
  const fields = { ...given, pid: '1000', currency: 'cny', token: 'usdt', network: 'tron' };
  assert.equal(md5Signature(Object.entries(fields), key), '1cb6023a9badb07eb339f681f72331fa');
});

test('the sample of the epusdt documents is signed as they say', () => {
  const sample = {
    order_id: '20220201030210321',
    amount: '42',
    notify_url: 'http://example.com/notify',
    redirect_url: 'http://example.com/redirect',
  };
  assert.equal(md5Signature(Object.entries(sample), 'epusdt_password_xasddawqe'), '1cd4b52df5587cfb1968b0c0c6e156cd');
});

test('U2: a paid notice of epusdt is read', () => {
  const notice = read(paid, 'b5914d06489224116e9cecc3f95faf45');
  assert.equal(notice?.tradeNo, 'TU20261121B3K9');
  assert.equal(notice?.isPaid, true);
  assert.deepEqual(notice?.transaction, { network: 'tron', id: paid.block_transaction_id });
  assert.equal(notice?.contradiction(order), undefined);
  assert.match(notice?.contradiction({ ...order, payable_minor: 7351 }) ?? '', /73\.50 CNY/);
  assert.match(notice?.contradiction({ ...order, checkout: { actual_amount: '10.22' } }) ?? '', /10\.21 USDT/);
});

const bepusdt = { ...paid, actual_amount: '10.2', trade_id: 'OS9rsD9ZjVT0rirdCv' };

test('U3: a paid notice of BEpusdt, whose coins are a text, is read', () => {
  const notice = read(bepusdt, 'd3273c63f8f14fe04a5fd803ba274083');
  assert.equal(notice?.isPaid, true);
  assert.equal(notice?.contradiction({ ...order, checkout: { actual_amount: '10.20' } }), undefined);
});

test('U4: a waiting notice is read, is not paid, and names no transaction', () => {
  const waiting = { ...bepusdt, status: 1, block_transaction_id: 'OS9rsD9ZjVT0rirdCv' };
  const notice = read(waiting, '8f509f71d26c584641b263fbcfa2c6a9');
  assert.equal(notice?.tradeNo, 'TU20261121B3K9');
  assert.equal(notice?.isPaid, false);
  assert.equal(notice?.transaction, undefined);
});

test('a notice for another merchant is refused, also with the right key', () => {
  const fields = { ...paid, pid: '1000' };
  const signature = md5Signature(
    Object.entries(fields).map(([name, value]) => [name, String(value)] as const),
    key,
  );
  assert.ok(readUsdtNotice(JSON.stringify({ ...fields, signature }), '1000', key));
  assert.equal(readUsdtNotice(JSON.stringify({ ...fields, signature }), '1001', key), undefined);
});

for (const [name, text] of [
  ['a status that was changed', JSON.stringify({ ...paid, status: 1, signature: 'b5914d06489224116e9cecc3f95faf45' })],
  ['no signature', JSON.stringify(paid)],
  ['an empty signature', JSON.stringify({ ...paid, signature: '' })],
  ['a signature as a list', JSON.stringify({ ...paid, signature: ['b5914d06489224116e9cecc3f95faf45'] })],
  ['the signature of an empty key', JSON.stringify({ ...paid, signature: md5Signature(textsOf(paid), '') })],
  ['a list', '[]'],
  ['no JSON', 'status=2'],
]) {
  test(`a notice with ${name} is refused`, () => assert.equal(readUsdtNotice(String(text), '', key), undefined));
}

const standing = { trade_id: 'T1', status: 2 };
const wrapped = { status_code: 200, data: standing };
const noOrder = { status_code: 10008, data: null };
const fault = { status_code: 400, data: null };

test('how an order stands is read as each family says it, and what another family says is no answer', () => {
  for (const { readStanding } of [dialects.epusdt, dialects.gmpay]) {
    assert.deepEqual(readStanding(wrapped), standing);
    assert.equal(readStanding(noOrder), 'unknown');
    for (const other of [standing, fault, { ...wrapped, status_code: 500 }, {}])
      assert.equal(readStanding(other), undefined);
  }
  const { readStanding } = dialects.bepusdt;
  assert.deepEqual(readStanding(standing), standing);
  assert.equal(readStanding(fault), 'unknown');
  for (const other of [wrapped, noOrder, {}]) assert.equal(readStanding(other), undefined);
});

function textsOf(fields: object): [string, string][] {
  return Object.entries(fields).map(([name, value]) => [name, String(value)]);
}
