import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSubmission } from './read-submission.ts';

const exists = { status: 'SUCCESS', imageUrl: 'https://pictures.example/1.png' };

for (const [name, action, status, body, expected] of [
  ['accepted', 'IMAGINE', 200, { code: 1, result: '17' }, { taskId: '17', status: 'NOT_START', free: false, code: 1 }],
  [
    'a number as id',
    'IMAGINE',
    200,
    { code: 1, result: 17 },
    { taskId: '17', status: 'NOT_START', free: false, code: 1 },
  ],
  ['queued', 'IMAGINE', 200, { code: 22, result: '17' }, { taskId: '17', status: 'SUBMITTED', free: false, code: 1 }],
  [
    'there already',
    'UPSCALE',
    200,
    { code: 21, result: '17', properties: exists },
    { taskId: '17', status: 'SUCCESS', free: false, code: 1 },
  ],
  [
    'a dialog',
    'VARIATION',
    200,
    { code: 21, result: '17', properties: { remix: true } },
    { taskId: '17', status: 'MODAL', free: true, code: 21 },
  ],
  [
    'there already, without a picture',
    'UPSCALE',
    200,
    { code: 21, result: '17', properties: { status: 'SUCCESS' } },
    { taskId: '17', status: 'MODAL', free: true, code: 21 },
  ],
  [
    'uploaded',
    'UPLOAD',
    200,
    { code: 1, result: ['https://x/'] },
    { taskId: '', status: 'SUCCESS', free: false, code: 1 },
  ],
] as const) {
  test(`taken: ${name}`, () => {
    const submission = readSubmission(status, JSON.stringify(body), action);
    assert.ok(submission.accepted);
    const { taskId, status: state, free, answer } = submission;
    assert.deepEqual({ taskId, status: state, free, code: answer.code }, expected);
  });
}

for (const [name, action, status, text, verdict, told] of [
  ['queue full', 'IMAGINE', 200, '{"code":23}', 'retry', 200],
  ['queue full of a follow-up', 'UPSCALE', 200, '{"code":23}', 'client', 200],
  ['banned word', 'IMAGINE', 200, '{"code":24,"description":"banned"}', 'client', 200],
  ['no account left', 'IMAGINE', 200, '{"code":3}', 'credential', 200],
  ['task not found', 'UPSCALE', 404, '{"code":3}', 'client', 400],
  ['validation', 'IMAGINE', 200, '{"code":4}', 'client', 200],
  ['unknown code', 'IMAGINE', 200, '{"code":77}', 'client', 200],
  ['wrong secret', 'IMAGINE', 403, 'wrong secret', 'credential', 502],
  ['a page', 'IMAGINE', 200, '<html>', 'retry', 502],
  ['nothing', 'IMAGINE', 200, '', 'retry', 502],
  ['a list', 'IMAGINE', 200, '[1]', 'retry', 502],
  ['a code that is none', 'IMAGINE', 200, '{"code":"1","result":"17"}', 'retry', 502],
] as const) {
  test(`refused: ${name}`, () => {
    const submission = readSubmission(status, text, action);
    assert.ok(!submission.accepted);
    assert.deepEqual([submission.verdict, submission.status], [verdict, told]);
  });
}

test('a key in what the host says is not told', () => {
  const submission = readSubmission(
    200,
    '{"code":9,"description":"key sk-abcdef123456 of https://inside.example failed"}',
    'IMAGINE',
  );
  assert.ok(!submission.accepted);
  assert.doesNotMatch(JSON.stringify(submission), /sk-abcdef|inside\.example/);
});
