import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import type Stripe from 'stripe';
import type { Order } from '../../order.ts';
import { readStripeEvent } from './event.ts';
import { paymentOf } from './payment-of.ts';

const secret = 'whsec_demo_0001';
const seconds = 1795248000;
const body = '{"id":"evt_demo_1","type":"checkout.session.completed"}';
const right = '660918307bbe6033b4888f4aed28f884ec177e5eb5f074e0a4604ae5b3aea73f';
const call = (header: string | string[], text = body) => ({ headers: { 'stripe-signature': header }, text });
const signed = (key: string, at = seconds) =>
  `t=${at},v1=${createHmac('sha256', key).update(`${at}.${body}`).digest('hex')}`;

test('S1: an event is read within five minutes of its time', () => {
  for (const now of [seconds, seconds + 300]) {
    const event = readStripeEvent(call(`t=${seconds},v1=${right}`), secret, now * 1000);
    assert.equal(event?.type, 'checkout.session.completed');
  }
});

for (const [name, refused] of [
  ['the signature of another secret', call(signed('other'))],
  ['the signature of an empty secret', call(signed(''))],
  ['no signature', call('')],
  ['an empty signature', call(`t=${seconds},v1=`)],
  ['a signature that is none', call(`t=,v1=${right},v1=,t=1e999`)],
  ['only an old scheme', call(`t=${seconds},v0=${right}`)],
  ['a signature as a list', call([`t=${seconds},v1=${right}`])],
  ['a body that was changed', call(`t=${seconds},v1=${right}`, body.replace('demo_1', 'demo_2'))],
  ['an age of more than five minutes', call(signed(secret, seconds - 301))],
] as const) {
  test(`an event with ${name} is refused`, () => {
    assert.equal(readStripeEvent(refused, secret, seconds * 1000), undefined);
  });
}

test('1: with an empty secret nothing is believed', () => {
  assert.equal(readStripeEvent(call(signed('')), '', seconds * 1000), undefined);
});

const order = { trade_no: 'TU1', currency: 'USD', payable_minor: 1000, live: false, credited_at: null } as Order;
const charge = { amount_refunded: 0, disputed: false };
const session = (fields: object, intent: object = {}, latest_charge: object = charge) =>
  ({
    id: 'cs_1',
    client_reference_id: 'TU1',
    livemode: false,
    currency: 'usd',
    amount_total: 1000,
    status: 'complete',
    payment_status: 'paid',
    payment_intent: { id: 'pi_1', status: 'succeeded', latest_charge, ...intent },
    ...fields,
  }) as Stripe.Checkout.Session;

for (const [fields, intent, expected] of [
  [{ status: 'open', payment_status: 'unpaid' }, {}, 'pending'],
  [{ status: 'expired', payment_status: 'unpaid' }, {}, 'expired'],
  [{ payment_status: 'unpaid' }, { status: 'processing' }, 'confirming'],
  [{ payment_status: 'unpaid' }, { status: 'requires_payment_method' }, 'failed'],
  [{}, {}, 'paid'],
] as const) {
  test(`a session with ${JSON.stringify([fields, intent])} is ${expected}`, () => {
    assert.equal(paymentOf(order, session(fields, intent), []).status, expected);
  });
}

test('a session of the other mode, or of another order, is not believed', () => {
  assert.throws(() => paymentOf(order, session({ livemode: true }), []), /another session/);
  assert.throws(() => paymentOf(order, session({ client_reference_id: 'TU2' }), []), /another session/);
});

for (const [status, expected] of [
  ['needs_response', 'disputed'],
  ['lost', 'disputed'],
  ['won', 'paid'],
  ['warning_needs_response', 'held'],
  ['warning_under_review', 'held'],
  ['warning_closed', 'paid'],
] as const) {
  test(`a payment with a dispute that is ${status} is ${expected}`, () => {
    assert.equal(paymentOf(order, session({}), [{ amount: 1000, status } as Stripe.Dispute]).status, expected);
  });
}

test('an inquiry does not hide a dispute, nor what went back', () => {
  const asked = { amount: 1000, status: 'warning_needs_response' } as Stripe.Dispute;
  const lost = { amount: 1000, status: 'needs_response' } as Stripe.Dispute;
  assert.equal(paymentOf(order, session({}), [asked, lost]).status, 'disputed');
  const part = session({}, {}, { amount_refunded: 400 });
  assert.equal(paymentOf({ ...order, credited_at: new Date() }, part, [asked]).status, 'refunded');
});

test('refunds are counted once the order was credited, or when all went back', () => {
  const part = session({}, {}, { amount_refunded: 400 });
  assert.equal(paymentOf(order, part, []).status, 'paid');
  assert.equal(paymentOf({ ...order, credited_at: new Date() }, part, []).refundedMinor, 400n);
  assert.equal(paymentOf(order, session({}, {}, { amount_refunded: 1000 }), []).status, 'refunded');
});
