import assert from 'node:assert/strict';
import { test } from 'node:test';
import dayjs from 'dayjs';
import type { Code } from './api.ts';
import { changedFields, fieldsFromForm, formFromCode, quotaOf } from './code-form.ts';

const dollars = { quotaPerUnit: 500_000, inCurrency: true };
const counts = { quotaPerUnit: 500_000, inCurrency: false };
const blank = formFromCode(undefined, dollars);

test('new codes start as the product says: one of 100000 quota that never expires', () => {
  assert.deepEqual(blank, { name: '', amount: '0.2', count: 1, expires: null });
  assert.equal(formFromCode(undefined, counts).amount, '100000');
});

test('a name that is left out is the amount as the site shows it', () => {
  assert.equal(fieldsFromForm({ ...blank, amount: '1000' }, dollars).name, '$1,000.00');
  assert.equal(fieldsFromForm({ ...blank, amount: '5000000' }, counts).name, '5.0M');
  assert.equal(fieldsFromForm({ ...blank, name: ' gift ' }, dollars).name, 'gift');
});

test('quota and count are whole', () => {
  const {
    quota,
    count,
    expired_time: expires,
  } = fieldsFromForm({ ...blank, amount: '1.0000019', count: 2.9 }, dollars);
  assert.deepEqual([quota, count, expires], [500_001, 2, -1]);
  assert.equal(quotaOf({ amount: 'abc' }, dollars), 0);
  assert.equal(quotaOf({ amount: null }, counts), 0);
});

test('an expiry that was not touched is not sent', () => {
  const code = { name: 'gift', quota: 500_000, expired_time: 1_700_000_000 } as Code;
  const before = formFromCode(code, dollars);
  assert.deepEqual(changedFields(before, { ...before, amount: '2' }, dollars), { quota: 1_000_000 });
  assert.deepEqual(changedFields(before, { ...before, expires: null }, dollars), { expired_time: -1 });
  const later = dayjs.unix(1_800_000_000);
  assert.deepEqual(changedFields(before, { ...before, expires: later }, dollars), { expired_time: 1_800_000_000 });
});
