import assert from 'node:assert/strict';
import { test } from 'node:test';
import { badRequest, refuse } from '../../errors.ts';
import { errorIn, readError, writeError, writeStreamError } from './errors.ts';

const error = (type: string, message = 'x') => JSON.stringify({ type: 'error', error: { type, message } });

const samples: [string, number, string, string][] = [
  ['a bad field', 400, error('invalid_request_error', 'max_tokens: Field required'), 'client'],
  ['no money', 400, error('invalid_request_error', 'Your credit balance is too low to access the API.'), 'credential'],
  ['a closed account', 400, error('invalid_request_error', 'This organization has been disabled.'), 'credential'],
  [
    'a spent limit',
    400,
    error('invalid_request_error', 'You have reached your specified API usage limits.'),
    'credential',
  ],
  [
    'a field called as a limit',
    400,
    error('invalid_request_error', 'usage limit: Extra inputs are not permitted'),
    'client',
  ],
  [
    'a field called as a sentence',
    400,
    error('invalid_request_error', 'Your credit balance is too low.: Extra inputs are not permitted'),
    'client',
  ],
  ['a text about money', 413, error('request_too_large', 'Too large: "my credit balance"'), 'client'],
  ['a retention policy', 400, error('invalid_request_error', 'Not allowed by your data retention policy'), 'retry'],
  ['a field called as a policy', 400, error('invalid_request_error', 'data-retention: Extra inputs'), 'client'],
  ['a bad key', 401, error('authentication_error'), 'credential'],
  ['a bill', 402, error('billing_error'), 'credential'],
  ['a forbidden model', 403, error('permission_error', 'You may not use this model'), 'retry'],
  ['a forbidden account', 403, error('permission_error', 'Your organization has no access'), 'credential'],
  ['an unknown model', 404, error('not_found_error'), 'retry'],
  ['a conflict', 409, error('api_error'), 'retry'],
  ['a large body', 413, '<html><h1>413 Request Entity Too Large</h1></html>', 'client'],
  ['a rate limit', 429, error('rate_limit_error'), 'retry'],
  ['an enforced limit', 429, error('rate_limit_error', 'enforced_spend_limit reached'), 'credential'],
  ['a fault', 500, error('api_error'), 'retry'],
  ['an overload', 529, error('overloaded_error'), 'retry'],
];

for (const [name, status, body, verdict] of samples) {
  test(`${name} is judged ${verdict}`, () => assert.equal(readError(status, body).verdict, verdict));
}

test('an error of status 200 is judged by its type', () => {
  assert.equal(errorIn(JSON.parse(error('invalid_request_error')))?.verdict, 'client');
  assert.equal(errorIn(JSON.parse(error('authentication_error')))?.verdict, 'credential');
  assert.equal(errorIn(JSON.parse(error('overloaded_error')))?.verdict, 'retry');
  assert.equal(errorIn({ type: 'message', content: [] }), undefined);
});

test('refusals have the status and type that Anthropic’s clients know', () => {
  const written = [
    refuse('invalid_key'),
    badRequest('No.'),
    refuse('insufficient_user_quota'),
    refuse('model_not_allowed', 'm'),
    refuse('model_not_found', 'm'),
    refuse('rate_limited', 'x'),
    refuse('body_too_large', '1 MB'),
    refuse('no_channel', 'g', 'm'),
    refuse('upstream_timed_out'),
    refuse('upstream_failed'),
  ].map((refusal) => {
    const { status = refusal.status, body } = writeError(refusal, 'r1');
    return [status, (body as { error: { type: string } }).error.type];
  });
  assert.deepEqual(written, [
    [401, 'authentication_error'],
    [400, 'invalid_request_error'],
    [402, 'billing_error'],
    [404, 'not_found_error'],
    [404, 'not_found_error'],
    [429, 'rate_limit_error'],
    [413, 'request_too_large'],
    [529, 'overloaded_error'],
    [504, 'timeout_error'],
    [502, 'api_error'],
  ]);
  assert.deepEqual(writeError(badRequest('No.'), 'r1').body, {
    type: 'error',
    error: { type: 'invalid_request_error', message: 'No.' },
    request_id: 'r1',
  });
  assert.match(writeStreamError(refuse('upstream_failed')), /^event: error\ndata: \{"type":"error".*\}\n\n$/);
});
