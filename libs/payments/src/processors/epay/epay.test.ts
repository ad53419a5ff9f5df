import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Order } from '../../order.ts';
import { md5Signature } from '../md5-signature.ts';
import { readEpayNotice } from './notice.ts';

const key = 'epay-demo-key-0001';
const pid = '1001';
const wire =
  'pid=1001&trade_no=2026112110000012345&out_trade_no=TU20261121A7Q2&type=alipay&name=%E5%85%85%E5%80%BC+10&money=73.00' +
  '&trade_status=TRADE_SUCCESS&param=&sign_type=MD5';
const signed = `${wire}&sign=64f6b7c234c4473ec430d801792a1f4e`;
const order = { currency: 'CNY', payable_minor: 7300 } as Order;

function entriesOf(text: string): [string, string][] {
  return text.split('&').map((part) => part.split(/=(.*)/s).slice(0, 2) as [string, string]);
}

test('E1: a form is signed over its raw values', () => {
  const form =
    'device=pc&money=73.00&name=TopUp 10&notify_url=https://gw.example.com/api/user/epay/notify&out_trade_no=TU20261121A7Q2' +
    '&pid=1001&return_url=https://gw.example.com/topup&type=alipay';
  assert.equal(md5Signature(entriesOf(form).reverse(), key), 'c2d578d78b039b84ee9a19041a29e9fa');
});

test('E2: a paid notice is read', () => {
  const notice = readEpayNotice(signed, pid, key);
  assert.equal(notice?.tradeNo, 'TU20261121A7Q2');
  assert.equal(notice?.isPaid, true);
  assert.equal(notice?.reference, '2026112110000012345');
  assert.equal(notice?.contradiction(order), undefined);
  assert.match(notice?.contradiction({ ...order, payable_minor: 7301 }) ?? '', /73\.00 CNY/);
});

for (const [name, text] of [
  ['the signature of an empty key', `${wire}&sign=979a5ac819cdbff1d5e73eba259d5af9`],
  ['a signature over encoded values', `${wire}&sign=5bfa3840016b3da5e298674c85f70a2d`],
  ['no signature', wire],
  ['an empty signature', `${wire}&sign=`],
  ['a signature as a list', `${wire}&sign[]=64f6b7c234c4473ec430d801792a1f4e`],
  ['two signatures', `${signed}&sign=64f6b7c234c4473ec430d801792a1f4e`],
  ['a value that was changed', signed.replace('73.00', '73.01')],
  ['two amounts, the right one first', `${signed}&money=0.01`],
  ['two amounts, the right one last', `money=0.01&${signed}`],
  ['nothing', ''],
]) {
  test(`a notice with ${name} is refused`, () => assert.equal(readEpayNotice(String(text), pid, key), undefined));
}

test('a notice for another merchant is refused, also with the right key', () => {
  assert.equal(readEpayNotice(signed, '1002', key), undefined);
});

test('E3: the signature of a form whose return address holds fields is no notice', () => {
  const fields: [string, string][] = [
    ['device', 'pc'],
    ['money', '73.00'],
    ['name', 'TopUp 10'],
    ['notify_url', 'https://gw.example.com/api/user/epay/notify'],
    ['out_trade_no', 'TU20261121A7Q2'],
    ['pid', '1001'],
    ['return_url', 'https://gw.example.com/topup'],
    ['trade_no', 'X1'],
    ['trade_status', 'TRADE_SUCCESS'],
    ['type', 'alipay'],
  ];
  const sign = 'c44f7a423ac485a3bfffdd32157faa26';
  assert.equal(md5Signature(fields, key), sign, 'the vector');
  const text = new URLSearchParams([...fields, ['sign', sign], ['sign_type', 'MD5']]).toString();
  assert.equal(readEpayNotice(text, pid, key), undefined);
});

for (const status of ['WAIT_BUYER_PAY', 'TRADE_CLOSED', 'trade_success', '']) {
  test(`a trade status of "${status}" is not paid`, () => {
    const fields: [string, string][] = [
      ['pid', pid],
      ['out_trade_no', 'TU20261121A7Q2'],
      ['money', '73.00'],
      ['trade_status', status],
    ];
    const text = new URLSearchParams([...fields, ['sign', md5Signature(fields, key)]]).toString();
    assert.equal(readEpayNotice(text, pid, key)?.isPaid, false);
  });
}
