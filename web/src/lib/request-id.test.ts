import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from './http.ts';
import { requestIdBeside } from './request-id.ts';

const failed = new ApiError('', 500, '0199-a');

test('the id of a request is shown once: not where the sentence has it already', () => {
  assert.equal(requestIdBeside('The server failed.', failed), '0199-a');
  assert.equal(requestIdBeside('The log has the details under request id 0199-a.', failed), undefined);
  assert.equal(requestIdBeside('No answer.', new ApiError('', 0, undefined)), undefined);
  assert.equal(requestIdBeside('Broken.', new Error('Broken.')), undefined);
});
