import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFailure } from './failure.ts';

const cases: readonly [string, number, string, object][] = [
  [
    'OpenAI’s',
    403,
    '{"error":{"message":"No.","type":"new_api_error","param":"","code":"insufficient_user_quota"}}',
    { code: 'insufficient_user_quota', message: 'No.' },
  ],
  [
    'the gateway’s in that shape, whose id is told beside it',
    503,
    '{"error":{"message":"No. (request id: 0199-a)","type":"new_api_error","param":"","code":"no_channel"}}',
    { code: 'no_channel', message: 'No.' },
  ],
  [
    'Anthropic’s',
    402,
    '{"type":"error","error":{"type":"billing_error","message":"No."}}',
    { code: 'billing_error', message: 'No.' },
  ],
  [
    'Google’s',
    503,
    '{"error":{"code":503,"message":"No.","status":"UNAVAILABLE"}}',
    { code: 'UNAVAILABLE', message: 'No.' },
  ],
  [
    'one without a code',
    400,
    '{"error":{"message":"No.","type":"invalid","code":null}}',
    { code: 'invalid', message: 'No.' },
  ],
  ['a word', 500, '{"error":"No."}', { code: '', message: 'No.' }],
  ['plain text', 502, 'Bad gateway', { code: '', message: 'Bad gateway' }],
  ['a page of a proxy', 502, '<html><h1>502</h1></html>', { code: '', message: '' }],
  ['nothing', 504, '', { code: '', message: '' }],
];

for (const [name, status, body, expected] of cases) {
  test(`the body of a refusal is read: ${name}`, () =>
    assert.deepEqual(readFailure(status, body), { status, ...expected }));
}
