import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { test } from 'node:test';
import { NameLookups } from './name-lookups.ts';

const all = { all: true, family: 0 } as const;
const home = [{ address: '203.0.113.7', family: 4 }];

/** Lookups whose questions are answered by hand. */
function watched() {
  const questions: { hostname: string; answer: (error: Error | null, addresses?: LookupAddress[]) => void }[] = [];
  const names = new NameLookups((hostname, _options, answer) => {
    questions.push({ hostname, answer: (error, addresses = []) => answer(error, addresses) });
  });
  const find = (hostname: string, options: { all: true; family: number } = all) =>
    new Promise<LookupAddress[]>((resolve, reject) => {
      names.find(hostname, options, (error, addresses) => (error ? reject(error) : resolve(addresses)));
    });
  return { questions, find };
}

test('a name is asked for once at a time, however many want it, and a silent one holds up no other', async () => {
  const { questions, find } = watched();
  const silent = Array.from({ length: 50 }, () => find('silent.test').catch(() => 'never'));
  const other = find('other.test');
  assert.deepEqual(
    questions.map(({ hostname }) => hostname),
    ['silent.test', 'other.test'],
  );
  questions[1]?.answer(null, home);
  assert.deepEqual(await other, home);
  questions[0]?.answer(new Error('nobody answers'));
  assert.deepEqual(new Set(await Promise.all(silent)), new Set(['never']));
});

test('an answer is kept for seconds, a failure for one, and then asked for again', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { questions, find } = watched();
  const first = find('host.test');
  questions[0]?.answer(null, home);
  await first;
  context.mock.timers.tick(4_999);
  assert.deepEqual(await find('host.test'), home);
  assert.equal(questions.length, 1);
  context.mock.timers.tick(1);
  const later = assert.rejects(find('host.test'), /gone/);
  assert.equal(questions.length, 2);
  questions[1]?.answer(new Error('gone'));
  await later;
  await assert.rejects(find('host.test'), /gone/);
  context.mock.timers.tick(1_000);
  void find('host.test');
  assert.equal(questions.length, 3);
});

test('questions that differ in what they want do not share an answer', async () => {
  const { questions, find } = watched();
  void find('host.test');
  void find('host.test', { all: true, family: 6 });
  assert.equal(questions.length, 2);
});
