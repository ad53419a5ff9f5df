import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Order } from './api.ts';
import {
  canBeCredited,
  canBeRefunded,
  isRefundable,
  needsReview,
  refundableAmount,
  refundsByHand,
  refundsWholeOnly,
  surplusAmount,
} from './decisions.ts';

const order = (fields: Partial<Order>) =>
  ({
    state: 'credited',
    flags: [],
    payable: '10.00',
    refunded: '0.00',
    processor: 'stripe',
    ...fields,
  }) as unknown as Order;

test('an underpaid order and a flagged one wait for a decision, others do not', () => {
  assert.equal(needsReview(order({ state: 'underpaid' })), true);
  assert.equal(needsReview(order({ flags: ['late', 'review'] })), true);
  assert.equal(needsReview(order({ flags: ['dismissed'] })), false);
});

test('credit is given by a decision only where it was not given yet', () => {
  assert.equal(canBeCredited(order({ state: 'pending', flags: ['review'] })), true);
  assert.equal(canBeCredited(order({ state: 'underpaid' })), true);
  assert.equal(canBeCredited(order({ state: 'credited', flags: ['review'] })), false);
  assert.equal(canBeCredited(order({ state: 'pending' })), false);
  const disputed = { state: 'disputed', flags: ['review'] };
  assert.equal(canBeCredited(order({ ...disputed, credited_at: 0 })), true);
  assert.equal(canBeCredited(order({ ...disputed, credited_at: 1_795_248_000 })), false);
});

test('what was credited can be refunded until nothing is left or the bank decides', () => {
  for (const [state, can] of [
    ['credited', true],
    ['partially_refunded', true],
    ['refunded', false],
    ['disputed', false],
    ['pending', false],
  ] as const) {
    assert.equal(canBeRefunded(order({ state })), can, state);
  }
});

test('no more goes back than came', () => {
  assert.equal(refundableAmount(order({ refunded: '2.01' }), '7.51'), '5.50');
  assert.equal(refundableAmount(order({ refunded: '0.10' }), '20.00'), '19.90');
});

test('what came beyond what was due is a surplus until it has gone back', () => {
  assert.equal(surplusAmount(order({}), '20.00'), '10.00');
  assert.equal(surplusAmount(order({ refunded: '4.00' }), '20.00'), '6.00');
  assert.equal(surplusAmount(order({ refunded: '10.00' }), '20.00'), undefined);
  assert.equal(surplusAmount(order({}), '10.00'), undefined);
  assert.equal(surplusAmount(order({}), '7.51'), undefined);
});

test('easy-pay refunds are whole, coins are sent back by hand', () => {
  const processors = ['epay', 'usdt', 'cryptomus', 'airwallex', 'stripe'];
  assert.deepEqual(
    processors.filter((processor) => refundsWholeOnly(order({ processor }))),
    ['epay'],
  );
  assert.deepEqual(
    processors.filter((processor) => refundsByHand(order({ processor }))),
    ['usdt', 'cryptomus'],
  );
});

test('an amount to refund is plain, above zero, and not above what is left', () => {
  for (const [text, fits] of [
    ['10', true],
    ['10.00', true],
    ['0.01', true],
    ['10.01', false],
    ['0', false],
    ['0.001', false],
    ['-1', false],
    ['1e1', false],
    ['', false],
  ] as const) {
    assert.equal(isRefundable(text, '10.00'), fits, text);
  }
});
