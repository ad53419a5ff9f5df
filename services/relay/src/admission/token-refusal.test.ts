import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenRefusal } from './token-refusal.ts';

const now = Date.parse('2026-12-31T18:00:00Z');
const hourMs = 3_600_000;

for (const [limits, code, names, retryAfterMs] of [
  ['quota', 'pre_consume_token_quota_failed', 'quota', undefined],
  ['daily', 'token_budget_exceeded', 'daily budget', 6 * hourMs],
  ['monthly', 'token_budget_exceeded', 'monthly budget', 6 * hourMs],
  ['daily monthly', 'token_budget_exceeded', 'daily budget or monthly budget', 6 * hourMs],
  ['quota daily', 'token_budget_exceeded', 'quota or daily budget', undefined],
] as const) {
  test(`a key with ${limits} limited is refused with what to do, and when to come back if that is known`, () => {
    const has = (name: string) => limits.split(' ').includes(name);
    const refusal = tokenRefusal({ quota: has('quota'), daily: has('daily'), monthly: has('monthly') }, now);
    assert.equal(refusal.code, code);
    assert.equal(refusal.status, 403);
    assert.ok(refusal.message.includes(names), refusal.message);
    assert.equal(refusal.retryAfterMs, retryAfterMs);
  });
}
