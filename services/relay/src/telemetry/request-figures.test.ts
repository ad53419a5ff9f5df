import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Account, Outcome } from '../metering/meter.ts';
import { MadeTry } from '../routing/made-try.ts';
import { RequestFigures } from './request-figures.ts';

const outcome = (fields: Partial<Outcome> = {}): Outcome => ({
  tokens: { prompt: 10, completion: 5, cacheRead: 4, cacheWrite: 0 },
  counted: 'upstream',
  status: 200,
  ended: 'done',
  channelId: 1,
  providerName: 'openai',
  firstByteMs: 20,
  tries: [new MadeTry({ id: 1, providerName: 'openai' }, 200, performance.now() - 50)],
  ...fields,
});
const account = (fields: Partial<Account>) =>
  ({
    operation: 'chat',
    dialect: 'openai-chat',
    stream: true,
    startedAt: Date.now() - 60,
    begunAt: performance.now() - 60,
    model: 'known',
    ...fields,
  }) as Account;
const modelsOf = (figures: RequestFigures) => [...figures.charges()].map(([{ model }]) => model);

test('a model that is not offered is counted as other', () => {
  const figures = new RequestFigures((model) => model === 'known');
  for (const model of ['known', 'typed by a stranger', 'known']) figures.settled(account({ model }), outcome(), 7, 20);
  assert.deepEqual(Object.fromEntries([...figures.charges()].map(([{ model }, sum]) => [model, sum])), {
    known: 14,
    other: 7,
  });
});

test('neither models nor channels make series without end', () => {
  const figures = new RequestFigures(() => true);
  for (let index = 1; index <= 2_000; index++) {
    const tries = [new MadeTry({ id: index, providerName: 'openai' }, 200, performance.now())];
    figures.settled(account({ model: `model-${index}` }), outcome({ tries }), 1, 20);
  }
  assert.equal(modelsOf(figures).length, 301);
  assert.equal([...figures.tries()].length, 1_001);
  const sum = [...figures.charges()].reduce((total, [, charge]) => total + charge, 0);
  assert.equal(sum, 2_000);
});

test('whose fault a refusal of the upstream is, its status says', () => {
  const figures = new RequestFigures(() => true);
  for (const status of [400, 429, 502])
    figures.settled(account({}), outcome({ ended: 'upstream_failed', status }), 0, 20);
  const outcomes = [...figures.outcomes()].map(([labels]) => labels.outcome);
  assert.deepEqual(outcomes, ['refused', 'rate_limited', 'upstream_failed']);
  const errorTypes = [...figures.durations()].map(([labels]) => labels.error_type);
  assert.deepEqual(errorTypes, outcomes);
});

test('times of a stream are told of answers only', () => {
  const figures = new RequestFigures(() => true);
  figures.settled(account({}), outcome({ ended: 'client_gone', status: 499 }), 1, 20);
  assert.deepEqual([...figures.tallies('firstToken')], []);
  figures.settled(account({}), outcome(), 1, 20);
  const [[, tally] = assert.fail()] = [...figures.tallies('firstToken')];
  assert.equal(tally.sum, 0.02);
});
