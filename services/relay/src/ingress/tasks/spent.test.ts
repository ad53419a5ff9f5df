import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuse } from '../../errors.ts';
import { writeMidjourneyError } from './midjourney/errors.ts';
import { writeTaskError } from './write-task-error.ts';

test('whatever does not cover a task, balance, quota or budget, is told by the word that clients know', () => {
  for (const error of [
    refuse('insufficient_user_quota'),
    refuse('pre_consume_token_quota_failed'),
    refuse('token_budget_exceeded', 'daily budget'),
  ]) {
    assert.equal(writeMidjourneyError(error).description, 'quota_not_enough');
    assert.equal(writeTaskError(error).code, 'quota_not_enough');
  }
});
