import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { ApiError, send } from './http.ts';
import { onStepUp, type StepUpAsker } from './step-up.ts';

const refused = { success: false, message: 'Please confirm who you are' };

let isConfirmed: boolean;
let calls: string[];
let release: () => void;

/** A server for which a call needs a fresh sign-in until the person has confirmed. */
function answer(path: string): Response {
  calls.push(path);
  if (isConfirmed) return Response.json({ success: true, message: '', data: path });
  return Response.json(refused, { headers: { 'x-recent-sign-in': 'required' } });
}

function ask(asker: StepUpAsker) {
  const asked = mock.fn(asker);
  release = onStepUp(asked);
  return asked;
}

const confirm = async () => {
  isConfirmed = true;
  return true;
};

beforeEach(() => {
  isConfirmed = false;
  calls = [];
  release = () => undefined;
  mock.method(globalThis, 'fetch', async (path: string) => answer(path));
  Object.assign(globalThis, { document: { cookie: '' }, localStorage: { getItem: () => null } });
});
afterEach(() => {
  release();
  mock.restoreAll();
});

test('a call that needs a fresh sign-in is repeated after it', async () => {
  const asked = ask(confirm);
  assert.equal(await send('POST', '/api/secret'), '/api/secret');
  assert.deepEqual(calls, ['/api/secret', '/api/secret']);
  assert.equal(asked.mock.callCount(), 1);
});

test('several calls at once ask once, a later one asks again', async () => {
  const asked = ask(confirm);
  assert.deepEqual(await Promise.all(['/a', '/b', '/c'].map((path) => send('GET', path))), ['/a', '/b', '/c']);
  assert.equal(asked.mock.callCount(), 1);
  isConfirmed = false;
  await send('GET', '/d');
  assert.equal(asked.mock.callCount(), 2);
});

test('who cancels gets the refusal, and the call is not repeated', async () => {
  ask(async () => false);
  await assert.rejects(send('GET', '/a'), new ApiError(refused.message, 200, undefined));
  assert.deepEqual(calls, ['/a']);
});

test('a call that is refused again is not asked about a second time', async () => {
  const asked = ask(async () => true);
  await assert.rejects(send('GET', '/a'), new ApiError(refused.message, 200, undefined));
  assert.deepEqual([calls.length, asked.mock.callCount()], [2, 1]);
});

test('where nobody can ask the refusal is given at once', async () => {
  await assert.rejects(send('GET', '/a'), new ApiError(refused.message, 200, undefined));
  assert.deepEqual(calls, ['/a']);
});
