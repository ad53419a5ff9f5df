import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add, parseDecimal, round, toFixed } from '../../lib/decimal.ts';
import type { LogRow } from './api.ts';
import { type CostBreakdown, costOf } from './cost.ts';
import type { LogOther } from './log-other.ts';

const plainRow: LogRow = {
  id: 1,
  created_at: 0,
  type: 2,
  username: '',
  token_name: '',
  group: 'default',
  model_name: 'm',
  quota: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  use_time: 0,
  is_stream: false,
  status: 200,
  request_id: '',
  ip: '',
  content: '',
  other: '',
};

const zero = { units: 0n, scale: 0 };

function sumOf({ lines, rounding }: CostBreakdown): string {
  return toFixed(round([...lines.map(({ amount }) => amount), rounding].reduce(add, zero), 8));
}

function breakdown(row: Partial<LogRow>, other: LogOther, quotaPerUnit = 500_000): CostBreakdown {
  const cost = costOf({ ...plainRow, ...row }, other, quotaPerUnit);
  assert.ok(cost);
  return cost;
}

const cases: { name: string; row: Partial<LogRow>; other: LogOther; rounding: string }[] = [
  {
    name: 'text with every factor',
    row: { quota: 4583, prompt_tokens: 1204, completion_tokens: 310 },
    other: { card: { input: '2.5', output: '10' }, group_ratio: 1.5 },
    rounding: '0.00000100',
  },
  {
    name: 'cache reads and both kinds of cache writes',
    row: { quota: 5775, prompt_tokens: 3000, completion_tokens: 200 },
    other: {
      card: { input: '3', output: '15', cacheRead: '0.3', cacheWrite: '3.75', cacheWrite1h: '6' },
      cache_tokens: 1000,
      cache_write_tokens: 1500,
      cache_write_1h_tokens: 500,
      group_ratio: 1,
    },
    rounding: '0.00000000',
  },
  {
    name: 'a charge raised to the least of one quota',
    row: { quota: 1, prompt_tokens: 1 },
    other: { card: { input: '0.01', output: '0.02' }, group_ratio: 1 },
    rounding: '0.00000199',
  },
  {
    name: 'a price per call',
    row: { quota: 60_000 },
    other: { card: { perCall: '0.04' }, calls: 3, group_ratio: 1 },
    rounding: '0.00000000',
  },
  {
    name: 'a price per minute',
    row: { quota: 225 },
    other: { card: { perMinute: '0.006' }, seconds: 4, group_ratio: 1.125 },
    rounding: '0.00000000',
  },
  {
    name: 'images by size and quality',
    row: { quota: 153_000 },
    other: { card: { perCall: '0.04' }, calls: 3, size_ratio: '2', quality_ratio: '1.5', group_ratio: 0.85 },
    rounding: '0.00000000',
  },
  {
    name: 'tokens at a tier of service',
    row: { quota: 2_975, prompt_tokens: 1000, completion_tokens: 100 },
    other: { card: { input: '2', output: '8' }, service_tier_ratio: '2.5', group_ratio: 0.85 },
    rounding: '0.00000000',
  },
  {
    name: 'a price per million characters',
    row: { quota: 30_720 },
    other: { card: { perMillionCharacters: '15' }, characters: 4096, group_ratio: 1 },
    rounding: '0.00000000',
  },
  {
    name: 'tools beside tokens',
    row: { quota: 12_500, prompt_tokens: 1000 },
    other: {
      card: { input: '2.5', output: '10' },
      tool_calls: { web_search: 2, file_search: 1, code_interpreter: 4 },
      tool_fees: { web_search: '10', file_search: '2.5' },
      group_ratio: 1,
    },
    rounding: '0.00000000',
  },
  {
    name: 'ratios without a card',
    row: { quota: 2250, prompt_tokens: 1000, completion_tokens: 300 },
    other: { model_ratio: 1.25, completion_ratio: 4, cache_ratio: 0.5, cache_tokens: 800, group_ratio: 1 },
    rounding: '0.00000000',
  },
];

for (const { name, row, other, rounding } of cases) {
  test(`the parts sum to the charge: ${name}`, () => {
    const cost = breakdown(row, other);
    assert.equal(sumOf(cost), toFixed(cost.total));
    assert.equal(toFixed(cost.rounding), rounding);
  });
}

test('counts every token once', () => {
  const cost = breakdown(
    { quota: 0, prompt_tokens: 100, completion_tokens: 50 },
    {
      card: { input: '1', output: '2', audioInput: '8' },
      cache_tokens: 30,
      audio_input: 90,
      audio_output: 20,
      group_ratio: 1,
    },
  );
  assert.deepEqual(
    cost.lines.map(({ kind, count }) => [kind, count]),
    [
      ['input', 0],
      ['cacheRead', 30],
      ['audioInput', 70],
      ['output', 30],
      ['audioOutput', 20],
    ],
  );
});

test("writes the formula with the row's own numbers", () => {
  const cost = breakdown(
    { quota: 4583, prompt_tokens: 1204, completion_tokens: 310 },
    { card: { input: '2.5', output: '10' }, group_ratio: 1.5 },
  );
  assert.equal(cost.formula, '(1,204 × $2.5 + 310 × $10) ÷ 1,000,000 × 1.5');
});

test('writes factors, and tools after the tokens', () => {
  const images = { card: { perCall: '0.04' }, calls: 3, size_ratio: '2', quality_ratio: '1.5', group_ratio: 0.85 };
  assert.equal(breakdown({}, images).formula, '3 × $0.04 × 2 × 1.5 × 0.85');
  const tiered = { card: { input: '2', output: '8' }, service_tier_ratio: '2.5', group_ratio: 1 };
  assert.equal(breakdown({ prompt_tokens: 1000 }, tiered).formula, '1,000 × $2 × 2.5 ÷ 1,000,000 × 1');
  const tools = { tool_calls: { web_search: 2 }, tool_fees: { web_search: '10' } };
  const cost = breakdown(
    { prompt_tokens: 1000, completion_tokens: 100 },
    { card: { input: '2.5', output: '10' }, ...tools, group_ratio: 1.5 },
  );
  assert.equal(cost.formula, '((1,000 × $2.5 + 100 × $10) ÷ 1,000,000 + 2 × $10 ÷ 1,000) × 1.5');
  const speech = { card: { perMillionCharacters: '15' }, characters: 4096, group_ratio: 1 };
  assert.equal(breakdown({}, speech).formula, '4,096 × $15 ÷ 1,000,000 × 1');
});

test('shows amounts in the unit of the site', () => {
  const cost = breakdown({ quota: 500_000 }, { card: { perCall: '1' }, group_ratio: 1 }, 1_000_000);
  assert.equal(toFixed(cost.total), '0.50000000');
  assert.deepEqual(cost.lines[0]?.amount, parseDecimal('0.50000000'));
});

test('explains nothing when the row has no prices', () => {
  assert.equal(costOf(plainRow, {}, 500_000), undefined);
});
