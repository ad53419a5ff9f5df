import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readUsage, writeUsage } from './usage.ts';

test('thoughts are part of what was written, prompts of tools of what was read', () => {
  const usageMetadata = {
    promptTokenCount: 100,
    cachedContentTokenCount: 60,
    toolUsePromptTokenCount: 7,
    candidatesTokenCount: 40,
    thoughtsTokenCount: 30,
    totalTokenCount: 177,
    promptTokensDetails: [
      { modality: 'TEXT', tokenCount: 50 },
      { modality: 'IMAGE', tokenCount: 20 },
      { modality: 'AUDIO', tokenCount: 30 },
    ],
    candidatesTokensDetails: [{ modality: 'AUDIO', tokenCount: 25 }],
  };
  assert.deepEqual(readUsage({ usageMetadata }), {
    prompt: 107,
    completion: 70,
    cacheRead: 60,
    cacheWrite: 0,
    reasoning: 30,
    imageInput: 20,
    audioInput: 30,
    audioOutput: 25,
  });
});

test('sound and pictures that were cached are not counted once more', () => {
  const counted = (modality: string, tokenCount: number) => ({ modality, tokenCount });
  const usageMetadata = {
    promptTokenCount: 100,
    cachedContentTokenCount: 60,
    promptTokensDetails: [counted('TEXT', 30), counted('AUDIO', 50), counted('IMAGE', 20)],
    cacheTokensDetails: [counted('TEXT', 10), counted('AUDIO', 30), counted('IMAGE', 20)],
  };
  const usage = { prompt: 100, completion: 0, cacheRead: 60, cacheWrite: 0, audioInput: 20 };
  assert.deepEqual(readUsage({ usageMetadata }), usage);
});

test('searches are counted by the name that has a price, and stay counted when later events do not repeat them', () => {
  const first = readUsage({
    candidates: [{ groundingMetadata: { webSearchQueries: ['a', 'b'] } }],
    usageMetadata: { promptTokenCount: 4 },
  });
  assert.deepEqual(first?.toolCalls, { google_search: 2 });
  assert.deepEqual(readUsage({ usageMetadata: { promptTokenCount: 5 } }, first)?.toolCalls, { google_search: 2 });
});

test('the last of the chunks of an array counts', () => {
  const chunks = [
    { usageMetadata: { promptTokenCount: 4 } },
    { usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 9 } },
  ];
  assert.equal(readUsage(chunks)?.completion, 9);
});

test('figures that cannot be are not believed', () => {
  const odd = [
    undefined,
    'x',
    { usageMetadata: {} },
    { usageMetadata: { promptTokenCount: -1, candidatesTokenCount: 1e12 } },
  ];
  for (const payload of odd) assert.equal(readUsage(payload), undefined);
});

test('usage is written as it would be read', () => {
  const usage = { prompt: 20, completion: 9, cacheRead: 4, cacheWrite: 0, reasoning: 3 };
  assert.deepEqual(readUsage({ usageMetadata: writeUsage(usage) }), usage);
});
