import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import type { Order } from '../../order.ts';
import { readAirwallexEvent } from './event.ts';
import { paymentOf } from './payment-of.ts';

const secret = 'whsec-demo-0001';
const time = 1795248000000;
const text =
  '{"id":"evt_demo_0001","name":"payment_intent.succeeded","account_id":"acct_demo","created_at":"2026-11-21T08:00:00+0000","data":{"object":{"id":"int_demo_0001","merchant_order_id":"TU20261121D8P4","amount":78,"currency":"HKD","captured_amount":78,"status":"SUCCEEDED"}}}';
const right = 'b9fe74ded0c9546d58e4eaca4280249c01d6b42d91f50f9893b4c2fc16268c33';
const call = (signature: string | string[], timestamp = `${time}`, body = text) => ({
  headers: { 'x-timestamp': timestamp, 'x-signature': signature },
  text: body,
});

test('A1: an event is read within five minutes of its time, before and after', () => {
  for (const now of [time, time + 300_000, time - 300_000]) {
    const event = readAirwallexEvent(call(right), secret, now);
    assert.equal(event?.data.object.merchant_order_id, 'TU20261121D8P4');
  }
});

for (const [name, refused, now] of [
  ['the signature of an empty secret', call('8275a37af924ff1e0bdeaa80d13e8d8f0b6ae3a6068ca49b6d23d0d92cc7329c'), time],
  ['a signature without the time', call('1d72a9b77e081fc72759d082149b4099a12e70a39fb8ca9ad7bd1e3f2435d6a1'), time],
  ['an empty signature', call(''), time],
  ['a signature as a list', call([right]), time],
  ['another time', call(right, `${time + 1}`), time],
  ['a body that was changed', call(right, `${time}`, text.replace('78', '79')), time],
  ['an age of more than five minutes', call(right), time + 300_001],
  ['a time more than five minutes ahead', call(right), time - 300_001],
] as const) {
  test(`an event with ${name} is refused`, () => assert.equal(readAirwallexEvent(refused, secret, now), undefined));
}

test('1: with an empty secret nothing is believed', () => {
  const forged = createHmac('sha256', '').update(`${time}${text}`).digest('hex');
  assert.equal(readAirwallexEvent(call(forged), '', time), undefined);
});

const order = { trade_no: 'TU1', currency: 'HKD', payable_minor: 7800, credited_at: new Date() } as Order;
const intent = {
  id: 'int_1',
  merchant_order_id: 'TU1',
  amount: 78,
  currency: 'HKD',
  captured_amount: 78,
  status: 'SUCCEEDED',
};
const refund = (amount: number, status = 'RECEIVED') => ({ payment_intent_id: 'int_1', amount, status });
const dispute = (stage: string, status = 'REQUIRES_RESPONSE') => ({ ...refund(78, status), stage });

for (const [status, expected] of Object.entries({
  REQUIRES_PAYMENT_METHOD: 'pending',
  REQUIRES_CUSTOMER_ACTION: 'pending',
  PENDING: 'pending',
  PENDING_REVIEW: 'confirming',
  REQUIRES_CAPTURE: 'confirming',
  SUCCEEDED: 'paid',
  CANCELLED: 'cancelled',
  SOMETHING_NEW: 'pending',
})) {
  test(`an intent in ${status} is ${expected}`, () => {
    assert.equal(paymentOf(order, { ...intent, status }, [], []).status, expected);
  });
}

test('what was captured counts, in minor units of its currency', () => {
  assert.equal(paymentOf(order, { ...intent, captured_amount: 77.99 }, [], []).receivedMinor, 7799n);
  assert.equal(paymentOf(order, { ...intent, captured_amount: 156 }, [], []).receivedMinor, 15_600n);
  assert.throws(() => paymentOf(order, { ...intent, captured_amount: 77.999 }, [], []), /no amount/);
});

test('a try that failed is told, and the payment stays open', () => {
  const status = 'REQUIRES_PAYMENT_METHOD';
  const failed = { ...intent, status, latest_payment_attempt: { status: 'AUTHORIZATION_FAILED' } };
  assert.deepEqual(
    [paymentOf(order, failed, [], []).status, paymentOf(order, failed, [], []).attemptFailed],
    ['pending', true],
  );
});

test('refunds add up, those that failed do not count', () => {
  const payment = paymentOf(order, intent, [refund(10), refund(5.5), refund(20, 'FAILED')], []);
  assert.deepEqual([payment.status, payment.refundedMinor], ['refunded', 1550n]);
});

test('a part that went back does not hide that the whole was paid, until that is credited', () => {
  const open = { ...order, credited_at: null };
  assert.equal(paymentOf(open, intent, [refund(10)], []).status, 'paid');
  assert.equal(paymentOf(open, intent, [refund(78)], []).status, 'refunded');
});

for (const [stage, status, expected] of [
  ['CHARGEBACK', 'REQUIRES_RESPONSE', 'disputed'],
  ['CHARGEBACK', 'LOST', 'disputed'],
  ['CHARGEBACK', 'WON', 'paid'],
  ['PRE_ARBITRATION', 'REVERSED', 'paid'],
  ['RFI', 'REQUIRES_RESPONSE', 'held'],
] as const) {
  test(`a payment with a ${stage} that is ${status} is ${expected}`, () => {
    assert.equal(paymentOf(order, intent, [], [dispute(stage, status)]).status, expected);
  });
}

test('a dispute does not hide how much was captured', () => {
  const payment = paymentOf(order, { ...intent, captured_amount: 7.8 }, [], [dispute('CHARGEBACK')]);
  assert.deepEqual([payment.status, payment.receivedMinor], ['disputed', 780n]);
});

test("another order's intent is not believed", () => {
  assert.throws(() => paymentOf({ ...order, trade_no: 'TU2' }, intent, [], []), /another intent/);
});
