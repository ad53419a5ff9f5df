import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { forgetPayment, recentPayment, rememberPayment } from './pending-payment.ts';

const kept = new Map<string, string>();
globalThis.localStorage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
} as Storage;
beforeEach(() => kept.clear());

const minuteMs = 60_000;
const payment = { userId: 7, reference: 'TU20261121ABCD', startedAtMs: 1000 * minuteMs };

test('a payment is gone on with for ten minutes, by the person who began it', () => {
  rememberPayment(payment);
  assert.equal(recentPayment(7, 1009.9 * minuteMs), 'TU20261121ABCD');
  assert.equal(recentPayment(7, 1010 * minuteMs), undefined);
  assert.equal(recentPayment(8, 1001 * minuteMs), undefined);
});

test('what was forgotten, and what is no payment, is none', () => {
  rememberPayment(payment);
  forgetPayment();
  assert.equal(recentPayment(7, 1001 * minuteMs), undefined);
  for (const text of ['', 'null', '{', '[]', '{"userId":7,"startedAtMs":60000000}', '"TU1"']) {
    kept.set('pending_payment', text);
    assert.equal(recentPayment(7, 1001 * minuteMs), undefined, text);
  }
});
