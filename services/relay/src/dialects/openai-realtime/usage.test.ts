import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readResponseUsage, readTranscriptUsage } from './usage.ts';

test('cached sound and pictures are counted as cached alone', () => {
  const usage = readResponseUsage({
    total_tokens: 330,
    input_tokens: 300,
    output_tokens: 30,
    input_token_details: {
      text_tokens: 100,
      audio_tokens: 150,
      image_tokens: 50,
      cached_tokens: 120,
      cached_tokens_details: { text_tokens: 40, audio_tokens: 60, image_tokens: 20 },
    },
    output_token_details: { text_tokens: 5, audio_tokens: 25 },
  });
  assert.deepEqual(usage, {
    prompt: 300,
    completion: 30,
    cacheRead: 120,
    cacheWrite: 0,
    audioInput: 90,
    imageInput: 30,
    audioOutput: 25,
  });
});

test('usage that says nothing, or of a type nobody expects, is none', () => {
  for (const usage of [undefined, null, 'x', 7, [], {}, { input_tokens: '12' }, { input_tokens: -1 }]) {
    assert.equal(readResponseUsage(usage), undefined);
    assert.equal(readTranscriptUsage(usage), undefined);
  }
});

test('absurd details are not believed, the sums are', () => {
  const details = { cached_tokens: 1e300, audio_tokens: 'x', cached_tokens_details: 5 };
  assert.deepEqual(readResponseUsage({ input_tokens: 3, input_token_details: details, output_token_details: null }), {
    prompt: 3,
    completion: 0,
    cacheRead: 0,
    cacheWrite: 0,
    audioInput: 0,
    imageInput: 0,
    audioOutput: 0,
  });
});

test('a transcript counted in seconds can be charged by tokens, and one in tokens by seconds', () => {
  const seconds = readTranscriptUsage({ type: 'duration', seconds: 2.45 });
  assert.deepEqual([seconds?.seconds, seconds?.prompt, seconds?.audioInput], [2.45, 25, 25]);
  const tokens = readTranscriptUsage({
    type: 'tokens',
    input_tokens: 26,
    output_tokens: 9,
    input_token_details: { text_tokens: 0, audio_tokens: 26 },
  });
  assert.deepEqual([tokens?.seconds, tokens?.prompt, tokens?.audioInput, tokens?.completion], [2.6, 26, 26, 9]);
});
