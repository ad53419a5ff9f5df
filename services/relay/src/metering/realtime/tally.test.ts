import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Tally } from './tally.ts';

const usualTokens = 500;
const usage = (input: number, output: number) => ({ input_tokens: input, output_tokens: output });
const done = (id: string, reported?: object) => ({ type: 'response.done', response: { id, usage: reported ?? null } });
const sound = (characters: number) =>
  Buffer.from(`{"type":"input_audio_buffer.append","audio":"${'A'.repeat(characters)}"}`);

test('every response counts, cancelled ones too', () => {
  const tally = new Tally(usualTokens);
  tally.read(done('a', usage(100, 10)));
  tally.read({ type: 'response.done', response: { id: 'b', status: 'cancelled', usage: usage(120, 3) } });
  assert.deepEqual(tally.used(), {
    tokens: { prompt: 220, completion: 13, cacheRead: 0, cacheWrite: 0, calls: 2 },
    counted: 'upstream',
  });
});

test('nothing said is nothing used, and a response that failed before it began neither', () => {
  const tally = new Tally(usualTokens);
  tally.hear(Buffer.from('{"type":"response.create"}'));
  tally.read({ type: 'response.created', response: { id: 'a' } });
  assert.equal(tally.responding, true);
  assert.equal(tally.used().counted, 'none');
  tally.read(done('a'));
  assert.equal(tally.responding, false);
  assert.equal(tally.used().counted, 'none');
});

test('a response that is told of twice counts once, and zeros beside an answer are no report', () => {
  const tally = new Tally(usualTokens);
  for (let i = 0; i < 2; i++) tally.read(done('a', usage(100, 10)));
  assert.equal(tally.used().tokens.prompt, 100);
  tally.read({ type: 'response.output_text.delta', response_id: 'b', delta: 'x'.repeat(40) });
  tally.read(done('b', usage(0, 0)));
  const { tokens, counted } = tally.used();
  assert.deepEqual([tokens.prompt, tokens.completion, counted], [100 + 110, 10 + 8, 'local']);
});

test('responses that run at the same time are kept apart', () => {
  const tally = new Tally(usualTokens);
  for (const id of ['a', 'b']) {
    tally.read({ type: 'response.created', response: { id } });
    tally.read({ type: 'response.output_text.delta', response_id: id, delta: 'x'.repeat(40) });
  }
  assert.equal(tally.used().tokens.completion, 16);
  tally.read(done('a', usage(10, 9)));
  const { tokens, counted } = tally.used();
  // What is left of b reads the conversation, which is 19 tokens long by now.
  assert.deepEqual([tokens.prompt, tokens.completion, counted], [10 + 19, 9 + 8, 'local']);
});

test('sound that is received is counted by its format', () => {
  for (const [session, characters] of [
    [{ audio: { output: { format: { type: 'audio/pcm', rate: 24_000 } } } }, 3_200],
    [{ audio: { output: { format: { type: 'audio/pcmu' } } } }, 534],
    [{ output_audio_format: 'pcm16' }, 3_200],
    [{ output_audio_format: 'g711_alaw' }, 534],
  ] as const) {
    const tally = new Tally(usualTokens);
    tally.read({ type: 'session.updated', session });
    tally.read({ type: 'response.audio.delta', response_id: 'a', delta: 'A'.repeat(characters * 20) });
    assert.equal(tally.used().tokens.audioOutput, 20);
  }
});

test('the next response is expected to read the conversation and what was said since', () => {
  const tally = new Tally(usualTokens);
  assert.equal(tally.expected().promptTokens, usualTokens);
  tally.read(done('a', usage(1_000, 200)));
  assert.equal(tally.expected().promptTokens, 1_200);
  tally.hear(sound(64_000));
  assert.equal(tally.expected().promptTokens, 1_200 + 11);
  tally.hear(
    Buffer.from(`{"type":"conversation.item.create","item":{"image_url":"data:image/png;base64,${'A'.repeat(1e6)}"}}`),
  );
  assert.equal(tally.expected().promptTokens, 1_200 + 11 + 1_500);
});

test('silence is not held for without end', () => {
  const tally = new Tally(usualTokens);
  tally.read(done('a', usage(1_000, 0)));
  for (let i = 0; i < 200; i++) tally.hear(sound(64_000));
  assert.equal(tally.expected().promptTokens, 1_600);
  tally.read({ type: 'input_audio_buffer.speech_started', audio_start_ms: 1 });
  assert.equal(tally.expected().promptTokens, 1_000);
});

test('a hold stays ahead of what is being written', () => {
  const tally = new Tally(usualTokens);
  assert.equal(tally.expected().completionTokens, 1_024);
  tally.read({ type: 'response.output_audio.delta', response_id: 'a', delta: 'A'.repeat(32_000) });
  tally.read({ type: 'response.output_audio_transcript.delta', response_id: 'a', delta: 'x'.repeat(35) });
  assert.equal(tally.expected().completionTokens, 1_024 + 10 + 10);
});

test('events of any shape are survived', () => {
  const tally = new Tally(usualTokens);
  for (const event of [
    {},
    { type: 5 },
    { type: 'response.done' },
    { type: 'response.done', response: [] },
    { type: 'response.created', response: null },
    { type: 'x.delta', response_id: {}, delta: 'x' },
    { type: 'session.updated', session: { audio: { input: 'x', output: null } } },
  ]) {
    tally.read(event);
  }
  assert.equal(tally.used().counted, 'none');
});
