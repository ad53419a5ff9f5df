import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSubmission } from './read-submission.ts';

for (const [name, body] of [
  ['by a word', { code: 'success', data: '736a' }],
  ['by a number', { code: 200, data: '736a' }],
  ['in an object', { code: 1, data: { task_id: '736a' } }],
] as const) {
  test(`taken ${name}`, () => {
    const submission = readSubmission(200, JSON.stringify(body));
    assert.ok(submission.accepted);
    assert.equal(submission.taskId, '736a');
    assert.deepEqual(submission.answer, { code: 'success', message: '', data: '736a' });
  });
}

for (const [name, status, text, verdict] of [
  ['a wrong secret', 401, '{"code":"unauthorized","message":"unauthorized secret token"}', 'credential'],
  ['an empty account', 500, '{"code":"internal_error","message":"402 Payment Required"}', 'credential'],
  [
    'an empty account in a good answer',
    200,
    '{"code":"internal_error","message":"Insufficient credits"}',
    'credential',
  ],
  ['too many', 429, '{"code":"internal_error","message":"slow down"}', 'retry'],
  ['a captcha', 422, '{"code":"internal_error","message":"captcha"}', 'retry'],
  ['a bad body', 400, '{"code":"invalid_request","message":"prompt flagged"}', 'client'],
  ['a page', 502, '<html>', 'retry'],
  ['success without an id', 200, '{"code":"success","data":""}', 'retry'],
] as const) {
  test(`refused: ${name}`, () => {
    const submission = readSubmission(status, text);
    assert.ok(!submission.accepted);
    assert.equal(submission.verdict, verdict);
  });
}
