import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adviceFor } from './failure-advice.ts';

for (const [status, code, advice] of [
  [403, 'insufficient_user_quota', 'topUp'],
  [402, 'billing_error', 'topUp'],
  [403, 'token_budget_exceeded', 'keyQuota'],
  [401, 'invalid_key', 'key'],
  [401, 'authentication_error', 'key'],
  [403, 'model_not_allowed', 'key'],
  [404, 'model_not_found', 'model'],
  [404, 'NOT_FOUND', 'model'],
  [503, 'no_channel', 'model'],
  [400, 'model_price_error', 'operator'],
  [429, 'rate_limited', 'wait'],
  [0, 'unreachable', 'retry'],
  [529, 'overloaded_error', 'retry'],
  [400, 'invalid_request', undefined],
] as const) {
  test(`${status} ${code} leads to ${advice ?? 'its own words'}`, () =>
    assert.equal(adviceFor({ status, code, message: '' }), advice));
}
