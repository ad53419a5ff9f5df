import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedWishes, formFromWishes, thresholdOf } from './notice-form.ts';

const dollars = { quotaPerUnit: 500_000, inCurrency: true };
const counts = { quotaPerUnit: 500_000, inCurrency: false };
const self = { quota_warning_threshold: null, notify_email: true, notify_webhook: '' };

test('no threshold is the site’s, 0 is never, anything else an amount', () => {
  for (const [threshold, when, amount] of [
    [null, 'site', null],
    [0, 'never', null],
    [1_250_000, 'below', '2.5'],
  ] as const) {
    const form = formFromWishes({ ...self, quota_warning_threshold: threshold }, dollars);
    assert.deepEqual([form.when, form.amount], [when, amount]);
    assert.equal(thresholdOf(form, dollars), threshold);
  }
});

test('an amount that is no number above 0 is no threshold', () => {
  for (const amount of [null, '', 'much', '0', '-1']) {
    assert.equal(thresholdOf({ when: 'below', amount }, dollars), undefined, String(amount));
  }
  assert.equal(thresholdOf({ when: 'below', amount: '700' }, counts), 700);
});

test('sends only what was changed', () => {
  const form = formFromWishes(self, dollars);
  assert.deepEqual(changedWishes(self, form, dollars), {});
  assert.deepEqual(changedWishes(self, { ...form, webhook: ' https://hooks.example.com/a ' }, dollars), {
    notify_webhook: 'https://hooks.example.com/a',
  });
  assert.deepEqual(changedWishes(self, { ...form, when: 'never', email: false }, dollars), {
    quota_warning_threshold: 0,
    notify_email: false,
  });
});
