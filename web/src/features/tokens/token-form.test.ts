import assert from 'node:assert/strict';
import { test } from 'node:test';
import dayjs from 'dayjs';
import type { Token } from './api.ts';
import { changedFields, fieldsFromToken, hasRestrictions, tokenFromFields } from './token-form.ts';

const dollars = { quotaPerUnit: 500_000, inCurrency: true };
const counts = { quotaPerUnit: 500_000, inCurrency: false };
const token: Token = {
  id: 7,
  name: 'Production',
  key: 'sk-ABCD**********WXYZ',
  status: 1,
  remain_quota: 617_284,
  unlimited_quota: false,
  used_quota: 40,
  created_time: 1_800_000_000,
  accessed_time: 0,
  expired_time: 1_800_086_400,
  group: 'vip',
  model_limits_enabled: true,
  model_limits: 'a,b',
  allow_ips: '10.0.0.0/8\n::1',
  deny_ips: '10.1.0.0/16',
  daily_budget: 250_000,
  monthly_budget: 0,
  daily_used: 3,
  monthly_used: 3,
  rpm_limit: 60,
  tpm_limit: 0,
  concurrency_limit: 2,
  limit_message: 'Ask Bea.',
};

test('a form that nobody touched changes nothing, in currency and in counts', () => {
  for (const display of [dollars, counts]) {
    const form = fieldsFromToken(token, display);
    assert.deepEqual(changedFields(form, form, display), {});
    assert.equal(tokenFromFields(form, display).remain_quota, 617_284);
  }
});

test('an edit sends what was changed and leaves the quota alone', () => {
  const form = fieldsFromToken(token, dollars);
  const edited = { ...form, name: ' Staging ', monthlyBudget: '12.5', expires: null, models: [], deniedAddresses: '' };
  assert.deepEqual(changedFields(form, edited, dollars), {
    name: 'Staging',
    monthly_budget: 6_250_000,
    expired_time: -1,
    model_limits_enabled: false,
    model_limits: '',
    deny_ips: '',
  });
});

test('a new key has the defaults of the product and no limits', () => {
  const fields = tokenFromFields({ ...fieldsFromToken(undefined, dollars), name: 'first' }, dollars);
  assert.deepEqual([fields.remain_quota, fields.unlimited_quota, fields.expired_time], [500_000, true, -1]);
  const { daily_budget, monthly_budget, rpm_limit, tpm_limit, concurrency_limit, limit_message, allow_ips } = fields;
  assert.deepEqual(
    [daily_budget, monthly_budget, rpm_limit, tpm_limit, concurrency_limit, limit_message, allow_ips],
    [0, 0, 0, 0, 0, '', ''],
  );
});

test('a day and addresses are sent as the server takes them', () => {
  const form = fieldsFromToken(undefined, dollars);
  const at = dayjs.unix(1_900_000_000);
  const sent = tokenFromFields({ ...form, expires: at, addresses: ' 10.0.0.1, ::1 \n' }, dollars);
  assert.deepEqual([sent.expired_time, sent.allow_ips], [1_900_000_000, '10.0.0.1\n::1']);
});

test('what an unlimited key owes is no quota to begin with', () => {
  assert.equal(fieldsFromToken({ ...token, unlimited_quota: true, remain_quota: -900 }, counts).amount, '0');
});

test('the folded part opens when it holds a limit', () => {
  const plain = fieldsFromToken(undefined, dollars);
  assert.equal(hasRestrictions(plain), false);
  for (const change of [{ models: ['a'] }, { addresses: '::1' }, { deniedAddresses: '::1' }, { tokens: 5 }]) {
    assert.equal(hasRestrictions({ ...plain, ...change }), true, JSON.stringify(change));
  }
});
