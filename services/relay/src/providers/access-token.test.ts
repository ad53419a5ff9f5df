import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AccessToken, AccessTokens } from './access-token.ts';

const hourMs = 3_600_000;
const earlyMs = 300_000;

/** Tokens by a clock of its own, and a host that is answered by hand. */
function open() {
  let now = 0;
  const waiting: { answer: (token: string) => void; refuse: (error: Error) => void }[] = [];
  const tokens = new AccessTokens(earlyMs, () => now);
  const ask = () =>
    new Promise<AccessToken>((resolve, reject) => {
      waiting.push({ answer: (token) => resolve({ token, lifeMs: hourMs }), refuse: reject });
    });
  return {
    get: (key = 'k') => tokens.get(key, ask),
    waiting,
    pass(ms: number) {
      now += ms;
    },
  };
}

test('all who wait for a token share one request, accounts have their own', async () => {
  const { get, waiting } = open();
  const both = [get(), get()];
  const other = get('another');
  assert.equal(waiting.length, 2);
  waiting[0]?.answer('t1');
  waiting[1]?.answer('t2');
  assert.deepEqual(await Promise.all([...both, other]), ['t1', 't1', 't2']);
  assert.equal(get(), 't1');
  assert.equal(waiting.length, 2);
});

test('a token is renewed before it expires and serves until the new one is there', async () => {
  const { get, waiting, pass } = open();
  const first = get();
  waiting[0]?.answer('t1');
  await first;
  pass(hourMs - earlyMs - 1);
  assert.equal(get(), 't1');
  assert.equal(waiting.length, 1);
  pass(1);
  assert.equal(get(), 't1');
  assert.equal(waiting.length, 2);
  waiting[1]?.answer('t2');
  await new Promise(setImmediate);
  assert.equal(get(), 't2');
});

test('an expired token is not used, whatever becomes of its renewal; a failure is tried again', async () => {
  const { get, waiting, pass } = open();
  const first = get();
  waiting[0]?.answer('t1');
  await first;
  pass(hourMs - earlyMs);
  assert.equal(get(), 't1');
  waiting[1]?.refuse(new Error('down'));
  await new Promise(setImmediate);
  pass(earlyMs);
  const next = get();
  waiting[2]?.refuse(new Error('still down'));
  await assert.rejects(async () => next, /still down/);
  const last = get();
  waiting[3]?.answer('t2');
  assert.equal(await last, 't2');
});
