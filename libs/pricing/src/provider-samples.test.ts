import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { UsageTokens } from '@switchyard/contracts';
import { price } from './price.ts';
import { PriceTable } from './table.ts';
import { wholeSeconds } from './whole-seconds.ts';

/**
 * What providers report, normalised as their documents say, against charges worked out by hand. A group ratio of 1000
 * shows every digit of small samples: the charge is the sum of tokens x USD per million, x 500.
 */
const table = new PriceTable([{ model: 'house', card: { input: '1', output: '3' } }], new Map([['group', '1000']]));

const peak = Date.UTC(2026, 10, 20, 2); // Friday
const weekend = Date.UTC(2026, 10, 21, 2);

type Sample = [report: string, model: string, usage: Partial<UsageTokens>, charge: number, atMs?: number];

function check([report, model, usage, charge, atMs = peak]: Sample): void {
  test(`${report}: ${model}`, () => {
    const compiled = table.price(model, 'group');
    assert.ok(compiled);
    assert.equal(price(compiled, { prompt: 0, completion: 0, cacheRead: 0, cacheWrite: 0, ...usage }, atMs), charge);
  });
}

describe('streams as the documents show them', () => {
  const samples: Sample[] = [
    // 61 x 0.2 + 17 x 1.2 = 32.6
    ['openai chat', 'gpt-5.6-luna', { prompt: 61, completion: 17, reasoning: 0 }, 16_300],
    // 40 x 2.5 + 12 x 15 = 280
    ['openai responses', 'gpt-5.4', { prompt: 40, completion: 12, reasoning: 0 }, 140_000],
    // 9 x 0.2 + 3 x 1.2 = 5.4
    ['azure', 'gpt-5.6-luna', { prompt: 9, completion: 3 }, 2_700],
    // input 12 and cache read 2048 are apart: 12 x 0.1 + 2048 x 0.01 + 23 x 0.5 = 33.18
    ['anthropic', 'claude-haiku-5-5', { prompt: 2060, cacheRead: 2048, completion: 23 }, 16_590],
    // candidates 12 and thoughts 21 are apart: 30 x 0.75 + 33 x 3.75 = 146.25
    ['gemini', 'gemini-3.8-flash', { prompt: 30, completion: 33, reasoning: 21 }, 73_125],
    // 88 x 0.75 + 7 x 3.75 = 92.25
    ['vertex', 'gemini-3.8-flash', { prompt: 88, completion: 7 }, 46_125],
    // cumulative, the last chunk counts: 9 x 0.4 + 2 x 1.2 = 6
    ['ali', 'qwen-plus', { prompt: 9, completion: 2 }, 3_000],
    // 30 x 0.3 + 25 x 1.2 = 39, and half of it outside the peak hours
    ['deepseek at the peak', 'deepseek-flash', { prompt: 30, completion: 25, reasoning: 20 }, 19_500],
    ['deepseek at the weekend', 'deepseek-flash', { prompt: 30, completion: 25, reasoning: 20 }, 9_750, weekend],
    // total 58 is all prompt: 58 x 0.05 = 2.9
    ['jina rerank', 'jina-reranker-v3', { prompt: 58 }, 1_450],
    // 5 x 0.3 + 2 x 1.2 = 3.9
    ['minimax', 'MiniMax-M3', { prompt: 5, completion: 2 }, 1_950],
    // 19 x 0.5 + 9 x 1.5 = 23
    ['mistral', 'mistral-large-latest', { prompt: 19, completion: 9 }, 11_500],
    // 9 x 3 + 4 x 15 = 87
    ['moonshot', 'kimi-k3', { prompt: 9, completion: 4 }, 43_500],
    // billed units 6 and 3, not the tokens 71 and 5: 6 x 2.5 + 3 x 10 = 45
    ['cohere', 'command-a-03-2025', { prompt: 6, completion: 3 }, 22_500],
    // 3 x 0.14 + 2 x 0.56 = 1.54
    ['tencent', 'hy3', { prompt: 3, completion: 2 }, 770],
    // 4 x 0.6 + 2 x 2.2 = 6.8
    ['zhipu', 'glm-4.6', { prompt: 4, completion: 2 }, 3_400],
    // Models without a shipped card, at 1 and 3 USD.
    ['baidu, 3 + 1 x 3', 'house', { prompt: 3, completion: 1 }, 3_000],
    ['cloudflare, 14 + 4 x 3', 'house', { prompt: 14, completion: 4 }, 13_000],
    ['siliconcloud, 12 + 7 x 3', 'house', { prompt: 12, completion: 7, reasoning: 3 }, 16_500],
    ['xunfei, 9 + 2 x 3', 'house', { prompt: 9, completion: 2 }, 7_500],
    ['lingyi, 5 + 2 x 3', 'house', { prompt: 5, completion: 2 }, 5_500],
    ['ollama, 41 + 19 x 3', 'house', { prompt: 41, completion: 19 }, 49_000],
    ['dify, 120 + 8 x 3', 'house', { prompt: 120, completion: 8 }, 72_000],
  ];
  for (const sample of samples) check(sample);
});

describe('fields that the documents list, with figures of our own', () => {
  const samples: Sample[] = [
    // 500 x 0.2 + 1200 x 0.02 + 300 x 0.25 + 400 x 1.2 = 679
    [
      'openai chat, 1200 cached and 300 cache-written of 2000, 250 reasoning of 400',
      'gpt-5.6-luna',
      { prompt: 2000, cacheRead: 1200, cacheWrite: 300, completion: 400, reasoning: 250 },
      339_500,
    ],
    // all at the long prices: 200,000 x 5 + 100,000 x 0.5 + 1000 x 22.5 = 1,072,500
    [
      'openai chat above 272,000 tokens, a third of them cached',
      'gpt-5.4',
      { prompt: 300_000, cacheRead: 100_000, completion: 1000 },
      536_250_000,
    ],
    // 101,000 x 0.5 + 100 x 2.5 = 50,750
    ['anthropic above 100,000 tokens', 'claude-haiku-5-5', { prompt: 101_000, completion: 100 }, 25_375_000],
    // 40 x 2.5 + 12 x 10 = 220, and (2 x 25 + 1 x 2.5) / 1000 USD
    [
      'openai responses with two searches of the web and one of files',
      'gpt-4o',
      { prompt: 40, completion: 12, toolCalls: { web_search_preview: 2, file_search: 1 } },
      110_000 + 26_250_000,
    ],
    // 40 x 5 + 300 x 8 + 1500 x 30 = 47,600
    [
      'openai image edit',
      'gpt-image-2',
      { prompt: 340, imageInput: 300, completion: 1500, imageOutput: 1500, calls: 1, size: '1024x1536' },
      23_800_000,
    ],
    // 20 x 2.5 + 480 x 6 + 90 x 10 = 3830
    [
      'openai transcription in tokens',
      'gpt-4o-transcribe',
      { prompt: 500, audioInput: 480, completion: 90 },
      1_915_000,
    ],
    // 74 s x 0.006 / 60 = 0.0074 USD
    ['openai transcription of 73.4 seconds', 'whisper-1', { seconds: wholeSeconds(73.4) }, 3_700_000],
    // 220 x 15 = 3300
    ['openai speech of 220 characters', 'tts-1', { prompt: 220, characters: 220 }, 1_650_000],
    // 300 text and 600 audio in, of which 100 and 300 cached: 200 x 4 + 400 x 0.4 + 300 x 32 + 50 x 24 + 200 x 64 = 24,560
    [
      'openai realtime',
      'gpt-realtime-2.1',
      { prompt: 900, cacheRead: 400, audioInput: 300, completion: 250, audioOutput: 200 },
      12_280_000,
    ],
    // 100 x 3 + 2000 x 0.3 + 300 x 3.75 + 200 x 6 + 50 x 15 = 3975, and 2 x 10 / 1000 USD
    [
      'anthropic with caches of both lifetimes, thinking and two searches',
      'claude-sonnet-4-5',
      {
        ...{ prompt: 2600, cacheRead: 2000, cacheWrite: 500, cacheWrite1h: 200 },
        ...{ completion: 50, reasoning: 30, toolCalls: { web_search: 2, web_fetch: 1 } },
      },
      1_987_500 + 10_000_000,
    ],
    // input 50 excludes both caches: 50 x 3 + 1000 x 0.3 + 200 x 3.75 + 30 x 15 = 1650
    [
      'bedrock converse',
      'claude-sonnet-4-5',
      { prompt: 1250, cacheRead: 1000, cacheWrite: 200, completion: 30 },
      825_000,
    ],
    // prompt 200 and tool use 15, 120 cached, 50 audio; 45 x 0.3 + 120 x 0.03 + 50 x 1 + 50 x 2.5 = 192.1, and 14 / 1000 USD
    [
      'gemini with tools, a cache, sound, thoughts and a search',
      'gemini-2.5-flash',
      {
        ...{ prompt: 215, cacheRead: 120, audioInput: 50, completion: 50, reasoning: 30 },
        toolCalls: { google_search: 1 },
      },
      96_050 + 7_000_000,
    ],
    // 25 x 0.5 + 10 x 3 + 1290 x 60 = 77,442.5
    [
      'gemini image',
      'gemini-3.1-flash-image-preview',
      { prompt: 25, completion: 1300, imageOutput: 1290, calls: 1 },
      38_721_250,
    ],
    // reasoning 60 beside completion 20: 100 x 2 + 80 x 6 = 680
    ['xai', 'grok-4.5', { prompt: 100, completion: 80, reasoning: 60 }, 340_000],
    // 20 of 30 cached: 10 x 0.3 + 20 x 0.006 + 25 x 1.2 = 33.12
    ['deepseek with a cache hit', 'deepseek-flash', { prompt: 30, cacheRead: 20, completion: 25 }, 16_560],
    // 3 search units x 0.0025 USD
    ['cohere rerank', 'rerank-v4.0-pro', { calls: 3, prompt: 900 }, 3_750_000],
    // 8 s x 0.4 USD
    ['veo', 'veo-3.1-generate-preview', { seconds: 8 }, 1_600_000_000],
  ];
  for (const sample of samples) check(sample);
});
