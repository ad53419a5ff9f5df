import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { estimateTokens, TokenCounter } from './token-counter.ts';

const counter = new TokenCounter();
after(() => counter.close());

const tokensOf = async (text: string) => (await counter.count(text)).tokens[0] ?? 0;

const prose = 'The quick brown fox  jumps over the lazy dog,\n\n  and 潮 stays. '.repeat(200);
/** About a second of the worker, each time: no two pieces are alike, and it remembers none. */
function slow(seed: number): string {
  let state = seed + 1;
  const codes = Array.from({ length: 300_000 }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return 0x4e00 + (state % 20_000);
  });
  return codes.map((code) => String.fromCharCode(code)).join('');
}

test('finds what the tokenizer finds, text by text, and nearly that where no space is', async () => {
  const tokens = [countTokens(prose), 0, 3];
  assert.deepEqual(await counter.count(prose, '', 'Hello, world'), { tokens, isEstimate: false });
  const unbroken = '今日は天気がいいから散歩しましょう'.repeat(300);
  const found = await tokensOf(unbroken);
  const exact = countTokens(unbroken);
  assert.ok(Math.abs(found - exact) <= exact / 100, `${found} of ${exact}`);
});

test('counts a repeated character in time, and what comes behind it', async () => {
  const [repeated, behind] = await Promise.all([tokensOf('='.repeat(100_000)), tokensOf('Hello, world')]);
  // 64 of them are a token; an estimate would be 28,572.
  assert.ok(repeated > 1_500 && repeated < 1_800, String(repeated));
  assert.equal(behind, 3);
});

test('a count for a charge goes before free ones that came first', async () => {
  const ended: string[] = [];
  const free = [1, 2, 3, 4].map((seed) => counter.countFree(slow(seed)).then(() => ended.push('free')));
  const paid = tokensOf('Hello, world').then((tokens) => ended.push(`paid ${tokens}`));
  await Promise.all([...free, paid]);
  assert.equal(ended[0], 'paid 3');
});

test('among charges the one with the least left to count goes first', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const ended: string[] = [];
  const long = counter.count(slow(5)).then(() => ended.push('long'));
  const short = counter.count('Hello, world').then(() => ended.push('short'));
  await Promise.all([long, short]);
  assert.deepEqual(ended, ['short', 'long']);
});

test('a charge has five seconds from when its count is begun, and waits a minute for that', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const own = new TokenCounter();
  const running = own.count(slow(6));
  const waiting = own.count(slow(7));
  t.mock.timers.tick(5_000);
  assert.equal((await running).isEstimate, true);
  assert.equal((await waiting).isEstimate, false);
  const last = own.count(slow(8));
  const never = own.count(slow(9));
  t.mock.timers.tick(60_000);
  assert.deepEqual(await never, { tokens: [estimateTokens(900_000)], isEstimate: true });
  await own.close();
  assert.equal((await last).isEstimate, true);
});

test('a free text beyond a mebibyte is estimated at once, one for a charge is counted', async () => {
  const long = 'word '.repeat(220_000);
  const begunAt = performance.now();
  assert.equal(await counter.countFree(long), estimateTokens(long.length));
  assert.ok(performance.now() - begunAt < 500);
  const paid = await tokensOf(long);
  assert.ok(paid < 250_000, String(paid));
});

test('free texts wait in a bounded number and for a bounded time, and are forgotten then', async () => {
  const texts = Array.from({ length: 32 }, (_, index) => slow(10 + index));
  const begunAt = performance.now();
  const waiting = texts.map((text) => counter.countFree(text));
  assert.equal(await counter.countFree('Hello, world'), estimateTokens(12));
  assert.ok(performance.now() - begunAt < 500);
  const counts = await Promise.all(waiting);
  assert.equal(counts.at(-1), estimateTokens(900_000));
  const endedAt = performance.now();
  assert.ok(endedAt - begunAt < 9_000);
  assert.equal(await counter.countFree('Hello, world'), 3);
  assert.ok(performance.now() - endedAt < 2_500);
});
