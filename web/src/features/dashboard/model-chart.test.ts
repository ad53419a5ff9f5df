import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UsageRow } from './api.ts';
import { modelChart } from './model-chart.ts';
import { totalsOf } from './ranking.ts';

function row(at: number, key: string, quota: number, count = 1): UsageRow {
  const tokens = { token_used: 10 * count, prompt_tokens: 8 * count, completion_tokens: 2 * count, cached_tokens: 0 };
  const times = { duration_ms: 0, first_byte_ms: 0 };
  return { created_at: at, key, name: key, model_name: key, quota, count, errors: 0, ...tokens, ...times };
}

test('nothing is lost: the parts of each stretch sum to what was used', () => {
  const models = Array.from({ length: 12 }, (_, index) => `m${index}`);
  const rows = [100, 200].flatMap((at) => [...models.map((model, index) => row(at, model, index + 1)), row(at, '', 5)]);
  const { series, points } = modelChart(rows, [100, 200, 300], 'spend', 'Others');
  assert.deepEqual(
    points.map(({ values }) => Object.values(values).reduce((sum: number, value) => sum + (value ?? 0), 0)),
    [83, 83, 0],
  );
  assert.deepEqual([series.length, series[0]?.name, series.at(-1)?.name], [8, 'm11', 'Others']);
  assert.equal(new Set(series.map(({ color }) => color)).size, 8);
});

test('the greatest by the chosen figure come first, and those without any are left out', () => {
  const rows = [row(100, 'dear', 50, 1), row(100, 'free', 0, 9)];
  const names = (measure: 'spend' | 'requests') =>
    modelChart(rows, [100], measure, 'Others').series.map(({ name }) => name);
  assert.deepEqual(names('spend'), ['dear']);
  assert.deepEqual(names('requests'), ['free', 'dear']);
});

test('all that have no row of their own come last in a ranking, however much they are', () => {
  const totals = totalsOf([row(100, '', 900), row(100, 'a', 5), row(200, 'a', 6)], 'spend');
  assert.deepEqual(
    totals.map(({ key, quota }) => [key, quota]),
    [
      ['a', 11],
      ['', 900],
    ],
  );
});
