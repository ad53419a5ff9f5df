import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UpstreamRequest } from '@switchyard/testing/upstream';
import { billOf, type Kill } from './bill.ts';
import type { Seen } from './client.ts';
import { models, priceOf } from './tariff.ts';

const url = 'http://relay';
const second = 1_000;

/** A stream that broke off, of which the client had a token in each second, the last one when it ended. */
function brokenOff(fromSecond: number, toSecond: number): Seen {
  const tokenTimes = Array.from({ length: toSecond - fromSecond }, (_, index) => (fromSecond + index + 1) * second);
  const times = { sentAt: fromSecond * second, endedAt: toSecond * second, tokenTimes };
  const came = { id: 'id', status: 200, complete: false, usage: undefined, error: 'aborted' };
  return { url, model: models.stream, correlation: 'Question 1.', ...times, ...came } as unknown as Seen;
}

/** How many of its tokens must be charged. */
function leastTokens(seen: Seen, kills: readonly Kill[]): number {
  const { least } = billOf(seen, [{ contentTokens: 60 } as UpstreamRequest], kills);
  return least / priceOf(models.stream, { prompt: 0, completion: 1 });
}

test('a stream that a kill met may lack the last second before it', () => {
  assert.equal(leastTokens(brokenOff(10, 20), [{ url, at: 19.5 * second }]), 8);
});

test('one that began after the kill, or that another relay served, must be charged all it brought', () => {
  const seen = brokenOff(20, 25);
  assert.equal(leastTokens(seen, []), 5);
  assert.equal(leastTokens(seen, [{ url, at: 10 * second }]), 5);
  assert.equal(leastTokens(seen, [{ url: 'http://other', at: 24 * second }]), 5);
  assert.equal(leastTokens(seen, [{ url, at: 26 * second }]), 5);
});

test('of two kills that it saw the first one ended it', () => {
  const kills = [24.5, 25].map((at) => ({ url, at: at * second }));
  assert.equal(leastTokens(brokenOff(20, 25), kills), 3);
});

test('a relay that was frozen before the kill may lack what came since the second before it was frozen', () => {
  const kill = { url, at: 24 * second, frozenAt: 23 * second };
  assert.equal(leastTokens(brokenOff(20, 25), [kill]), 2);
  assert.equal(leastTokens(brokenOff(23.5, 25), [kill]), 0, 'also of a request that began meanwhile');
});
