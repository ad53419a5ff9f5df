import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readUsage } from './usage.ts';

const base = { prompt_tokens: 100, completion_tokens: 40, total_tokens: 140 };

/** Samples of what hosts report, and the neutral record each must become. */
const samples: [string, object, object | undefined][] = [
  [
    'OpenAI',
    {
      usage: {
        ...base,
        prompt_tokens_details: { cached_tokens: 60 },
        completion_tokens_details: { reasoning_tokens: 30 },
      },
    },
    { prompt: 100, completion: 40, cacheRead: 60, cacheWrite: 0, reasoning: 30 },
  ],
  [
    'cache writes',
    { usage: { ...base, prompt_tokens_details: { cached_tokens: 10, cache_write_tokens: 20 } } },
    { prompt: 100, completion: 40, cacheRead: 10, cacheWrite: 20 },
  ],
  [
    'cache writes under Anthropic’s name',
    { usage: { ...base, prompt_tokens_details: { cached_tokens: 10, cache_creation_input_tokens: 20 } } },
    { prompt: 100, completion: 40, cacheRead: 10, cacheWrite: 20 },
  ],
  [
    'cache writes under Anthropic’s name, beside the details',
    { usage: { ...base, cache_creation_input_tokens: 20 } },
    { prompt: 100, completion: 40, cacheRead: 0, cacheWrite: 20 },
  ],
  [
    'DeepSeek',
    { usage: { ...base, prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 36 } },
    { prompt: 100, completion: 40, cacheRead: 64, cacheWrite: 0 },
  ],
  [
    'Moonshot, inside the choice',
    { choices: [{ usage: { ...base, cached_tokens: 8 } }] },
    { prompt: 100, completion: 40, cacheRead: 8, cacheWrite: 0 },
  ],
  ['Groq', { x_groq: { usage: base } }, { prompt: 100, completion: 40, cacheRead: 0, cacheWrite: 0 }],
  [
    'xAI, reasoning outside completion',
    {
      usage: {
        prompt_tokens: 100,
        completion_tokens: 40,
        total_tokens: 170,
        completion_tokens_details: { reasoning_tokens: 30 },
      },
    },
    { prompt: 100, completion: 70, cacheRead: 0, cacheWrite: 0, reasoning: 30 },
  ],
  [
    'cache outside prompt',
    { usage: { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 90 } } },
    { prompt: 100, completion: 5, cacheRead: 90, cacheWrite: 0 },
  ],
  [
    'embeddings',
    { usage: { prompt_tokens: 7, total_tokens: 7 } },
    { prompt: 7, completion: 0, cacheRead: 0, cacheWrite: 0 },
  ],
  ['total alone', { usage: { total_tokens: 9 } }, { prompt: 9, completion: 0, cacheRead: 0, cacheWrite: 0 }],
  [
    'explicit zeros',
    { usage: { prompt_tokens: 0, completion_tokens: 0 } },
    { prompt: 0, completion: 0, cacheRead: 0, cacheWrite: 0 },
  ],
  ['nothing', { choices: [] }, undefined],
  ['absurd', { usage: { prompt_tokens: 1e300, completion_tokens: -5 } }, undefined],
  ['not numbers', { usage: { prompt_tokens: '3', completion_tokens: null } }, undefined],
];

for (const [name, payload, expected] of samples) {
  test(`usage as reported: ${name}`, () => assert.deepEqual(readUsage(payload), expected));
}
