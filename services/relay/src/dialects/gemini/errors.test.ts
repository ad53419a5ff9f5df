import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GatewayError, refuse } from '../../errors.ts';
import { errorIn, readError, writeError, writeStreamError } from './errors.ts';

const info = (reason: string) => [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }];
const samples: [string, number, object, string][] = [
  [
    'a dead key',
    400,
    { status: 'INVALID_ARGUMENT', message: 'Check it.', details: info('API_KEY_INVALID') },
    'credential',
  ],
  ['a dead key in words', 400, { status: 'INVALID_ARGUMENT', message: 'API key expired. Renew it.' }, 'credential'],
  ['a bad field', 400, { status: 'INVALID_ARGUMENT', message: 'Unknown name "x".' }, 'client'],
  [
    'a field called as a reason',
    400,
    { status: 'INVALID_ARGUMENT', message: 'Unknown name "API_KEY_INVALID".' },
    'client',
  ],
  ['a text about a key', 400, { status: 'INVALID_ARGUMENT', message: 'No such role: API key expired.' }, 'client'],
  ['a text about money', 400, { status: 'INVALID_ARGUMENT', message: 'Bad value: "credits are depleted"' }, 'client'],
  ['a country', 400, { status: 'FAILED_PRECONDITION', message: 'User location is not supported.' }, 'credential'],
  ['no token', 401, { status: 'UNAUTHENTICATED', message: 'No.' }, 'credential'],
  ['no money', 402, { status: 'RESOURCE_EXHAUSTED', message: 'No.' }, 'credential'],
  [
    'spent credits',
    429,
    { status: 'RESOURCE_EXHAUSTED', message: 'Your prepayment credits are depleted.' },
    'credential',
  ],
  ['a leaked key', 403, { status: 'PERMISSION_DENIED', message: 'Your API key was reported as leaked.' }, 'credential'],
  ['one model', 403, { status: 'PERMISSION_DENIED', message: 'No access to model glow-4.' }, 'retry'],
  ['no model', 404, { status: 'NOT_FOUND', message: 'models/glow-4 is not found' }, 'retry'],
  ['a day’s quota', 429, { status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded.' }, 'retry'],
  ['a long prompt', 500, { status: 'INTERNAL', message: 'Internal.' }, 'retry'],
  ['an overload', 503, { status: 'UNAVAILABLE', message: 'Overloaded.' }, 'retry'],
  ['a timeout', 504, { status: 'DEADLINE_EXCEEDED', message: 'Late.' }, 'retry'],
];
for (const [name, status, error, verdict] of samples) {
  test(`${name} is judged ${verdict}, also inside an array`, () => {
    const body = { error: { code: status, ...error } };
    assert.equal(readError(status, JSON.stringify(body)).verdict, verdict);
    assert.equal(readError(status, JSON.stringify([body])).verdict, verdict);
    assert.equal(errorIn([{ candidates: [] }, body])?.verdict, verdict);
  });
}

test('keys and projects of the operator do not reach the client', () => {
  const message = "Consumer 'api_key:AIzaSyTideTideTide' of projects/1234567 (project_number:1234567) is suspended.";
  const read = readError(403, JSON.stringify({ error: { code: 403, message, status: 'PERMISSION_DENIED' } }));
  assert.doesNotMatch(read.message, /AIza|1234567/);
  assert.match(read.message, /is suspended/);
  assert.equal(readError(502, '<html>Bad gateway</html>').message, 'Bad gateway');
});

test('an answer is no error', () => {
  for (const payload of [{ candidates: [] }, [], null, 'x', [{ candidates: [] }]])
    assert.equal(errorIn(payload), undefined);
});

const refusals: [GatewayError, number, string][] = [
  [refuse('invalid_key'), 400, 'INVALID_ARGUMENT'],
  [refuse('insufficient_user_quota'), 429, 'RESOURCE_EXHAUSTED'],
  [refuse('user_disabled'), 403, 'PERMISSION_DENIED'],
  [refuse('model_not_allowed', 'x'), 404, 'NOT_FOUND'],
  [refuse('model_not_found', 'x'), 404, 'NOT_FOUND'],
  [refuse('body_too_large', '1 MiB'), 400, 'INVALID_ARGUMENT'],
  [refuse('no_channel', 'g', 'x'), 503, 'UNAVAILABLE'],
  [refuse('upstream_failed'), 500, 'INTERNAL'],
  [new GatewayError({ code: 'overloaded_error', status: 529, message: 'Busy.' }), 503, 'UNAVAILABLE'],
  [refuse('upstream_timed_out'), 504, 'DEADLINE_EXCEEDED'],
];
for (const [error, status, name] of refusals) {
  test(`${error.code} is told as ${status} ${name}`, () => {
    const { status: told = error.status, body } = writeError(error);
    const written = (body as { error: { code: number; status: string } }).error;
    assert.deepEqual([told, written.code, written.status], [status, status, name]);
  });
}

test('a bad key has its reason, a pause its length', () => {
  const details = (error: GatewayError) => (writeError(error).body as { error: { details: object[] } }).error.details;
  assert.equal((details(refuse('missing_key'))[0] as { reason: string }).reason, 'API_KEY_INVALID');
  const limited = new GatewayError({ code: 'rate_limited', status: 429, message: 'Slow.', retryAfterMs: 16_500 });
  assert.equal((details(limited)[0] as { retryDelay: string }).retryDelay, '17s');
});

test('a stream ends in an error of its own framing', () => {
  assert.match(writeStreamError(refuse('upstream_failed')), /^data: \{"error":\{"code":500,.*\}\n\n$/);
});

test('the pause that Google asks for is heard', () => {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '17s' }];
  const error = readError(
    429,
    JSON.stringify({ error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'x', details } }),
  );
  assert.equal(error.retryAfterMs, 17_000);
});
