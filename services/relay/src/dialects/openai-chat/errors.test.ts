import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorIn, readError } from './errors.ts';

const samples: [string, number, string, string][] = [
  ['a bad field', 400, '{"error":{"message":"bad","type":"invalid_request_error"}}', 'client'],
  ['a dead key', 401, '{"error":{"message":"Incorrect API key provided"}}', 'credential'],
  ['no money', 402, '{"message":"Insufficient Balance"}', 'credential'],
  ['a forbidden model', 403, '{"error":{"message":"model not permitted"}}', 'retry'],
  ['a forbidden account', 403, '{"error":{"message":"your balance is used up"}}', 'credential'],
  ['an unknown model', 404, '{"error":{"message":"no such model"}}', 'retry'],
  ['an unknown store', 404, '{"error":{"message":"Vector store with id [vs_1] not found."}}', 'elsewhere'],
  ['an unknown file', 404, '{"error":{"message":"No such File object: file-1"}}', 'elsewhere'],
  ['a model behind a file', 404, '{"error":{"message":"File of the model not found"}}', 'retry'],
  ['a rate limit', 429, '{"error":{"message":"slow down","code":"rate_limit_exceeded"}}', 'retry'],
  ['a spent account', 429, '{"error":{"message":"x","type":"exceeded_current_quota_error"}}', 'credential'],
  ['an overload', 529, 'busy', 'retry'],
  ['HTML', 502, '<html><style>x</style><h1>Bad gateway</h1></html>', 'retry'],
];

for (const [name, status, body, verdict] of samples) {
  test(`${name} is judged ${verdict}`, () => assert.equal(readError(status, body).verdict, verdict));
}

test('texts are found in every shape and carry no key, address or organisation', () => {
  const shapes = [
    '{"error":"T"}',
    '{"error":"invalid_grant","error_description":"T"}',
    '{"message":"T"}',
    '{"msg":"T"}',
    '{"detail":"T"}',
    '{"errors":[{"message":"T"}]}',
    '"T"',
    'T',
    '<p>T</p>',
  ];
  const text = 'key sk-abcdef123456 of org-XYZ123456 at https://api.host.example/v1 with Bearer abc.def';
  for (const shape of shapes) {
    const { message } = readError(500, shape.replace('T', text));
    assert.match(message, /^key/, shape);
    assert.doesNotMatch(message, /abcdef|XYZ|host\.example|abc\.def/, shape);
  }
  assert.ok(readError(500, `"${'x'.repeat(10_000)}"`).message.length <= 500);
});

test('an error inside an answer is told from an answer', () => {
  assert.equal(errorIn({ choices: [] }), undefined);
  assert.equal(errorIn({ error: null, choices: [] }), undefined);
  assert.equal(errorIn({ error: { message: 'x', code: 401 } })?.verdict, 'credential');
  assert.equal(errorIn({ error: 'x' })?.verdict, 'retry');
  assert.equal(errorIn({ error: { message: 'too long', type: 'invalid_request_error' } })?.verdict, 'client');
  const dead = { message: 'no', type: 'invalid_request_error', code: 'invalid_api_key' };
  assert.equal(errorIn({ error: dead })?.verdict, 'credential');
});
