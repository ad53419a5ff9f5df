import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RetryBudget } from './retry-budget.ts';

const spendAll = (budget: RetryBudget, nowMs: number) => {
  let spent = 0;
  while (budget.spend(nowMs)) spent++;
  return spent;
};

test('a relay that serves few requests tries twenty of them again in a period, each as often as it fails', () => {
  const budget = new RetryBudget(0);
  budget.deposit(0);
  assert.equal(spendAll(budget, 0), 20);
  assert.equal(budget.withheld, 1);
});

test('beyond that a tenth of the requests is tried again', () => {
  const budget = new RetryBudget(0);
  let retries = 0;
  const seconds = 300;
  for (let second = 0; second < seconds; second++) {
    for (let request = 0; request < 100; request++) {
      budget.deposit(second * 1_000);
      if (budget.spend(second * 1_000)) retries++;
    }
  }
  const requests = seconds * 100;
  assert.ok(retries >= requests * 0.09 && retries <= requests * 0.11, `${retries} of ${requests}`);
});

test('however many fail, upstreams are asked 1.1 times for a request at most', () => {
  const budget = new RetryBudget(0);
  let retries = 0;
  for (let request = 1; request <= 2_000; request++) {
    budget.deposit(request);
    if (budget.spend(request)) retries++;
    assert.ok(retries <= Math.max(20, request * 0.1), `${retries} of ${request}`);
  }
});

test('what was not spent is gone after two periods, and so is what was', () => {
  const budget = new RetryBudget(0);
  for (let request = 0; request < 1_000; request++) budget.deposit(0);
  assert.equal(spendAll(budget, 9_999), 100);
  assert.equal(spendAll(budget, 10_000), 0);
  assert.equal(spendAll(budget, 20_000), 20);
  assert.equal(spendAll(budget, 60_000), 20);
});
