import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { User } from './api.ts';
import { balanceAfter, changeOf, formFromUser, isChanged } from './user-form.ts';

const dollars = { quotaPerUnit: 500_000, inCurrency: true };
const user = {
  id: 7,
  username: 'ann',
  display_name: 'Ann',
  group: 'vip, default',
  quota: 1_000_000,
  rpm_limit: 0,
  tpm_limit: 600,
  concurrency_limit: 0,
} as User;
const form = formFromUser(user);

test('an untouched form changes nothing, above all not the quota', () => {
  assert.deepEqual(changeOf(user, form, dollars), { id: 7 });
  assert.equal(isChanged(user, form, dollars), false);
});

test('the quota is sent only when an amount was typed, with what it means', () => {
  assert.deepEqual(changeOf(user, { ...form, amount: '2.5' }, dollars), {
    id: 7,
    quota: 1_250_000,
    quota_mode: 'add',
  });
  assert.deepEqual(changeOf(user, { ...form, amount: '0', mode: 'override' }, dollars), {
    id: 7,
    quota: 0,
    quota_mode: 'override',
  });
  assert.deepEqual(changeOf(user, { ...form, mode: 'override' }, dollars), { id: 7 });
});

test('names are trimmed, limits of nothing are 0', () => {
  const changed = { ...form, display_name: ' Anna ', tokens: null, requests: 30 };
  assert.deepEqual(changeOf(user, changed, dollars), { id: 7, display_name: 'Anna', tpm_limit: 0, rpm_limit: 30 });
});

test('groups keep the order in which they were chosen, and another order is a change', () => {
  assert.deepEqual(form.groups, ['vip', 'default']);
  const changed = (groups: string[]) => changeOf(user, { ...form, groups }, dollars);
  assert.deepEqual(changed(['vip', 'default']), { id: 7 });
  assert.deepEqual(changed(['default', 'vip']), { id: 7, group: 'default,vip' });
  assert.deepEqual(changed(['svip']), { id: 7, group: 'svip' });
});

test('shows what the balance will be', () => {
  assert.deepEqual(
    (['add', 'subtract', 'override'] as const).map((mode) => balanceAfter(100, mode, 30)),
    [130, 70, 30],
  );
});
