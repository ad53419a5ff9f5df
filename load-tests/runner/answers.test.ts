import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ForgottenAnswers, UpstreamRequest } from '@switchyard/testing/upstream';
import { countAnswers } from './answers.ts';

test('answers are counted though the upstream has forgotten most of them, and refusals are not', () => {
  const requests = () => [200, 200, 429].map((status) => ({ status }) as UpstreamRequest);
  const forgotten = () => [
    { model: 'a', completed: 500_000, others: 3 } as ForgottenAnswers,
    { model: 'b', completed: 40_000, others: 0 } as ForgottenAnswers,
  ];
  assert.equal(countAnswers({ requests, forgotten }), 540_005);
});
