import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sse } from '../../egress/framing/sse.ts';
import { readFixture, replay } from '../../harness/replay.ts';
import type { StreamPart } from '../canonical.ts';
import { UpstreamRefusal } from '../upstream-refusal.ts';
import { readResponse } from './read-response.ts';
import { ResponseReader } from './read-stream.ts';

const play = (name: string): StreamPart[] =>
  replay(readFixture(import.meta.url, name), sse, () => new ResponseReader());
const read = (...payloads: unknown[]): StreamPart[] => {
  const reader = new ResponseReader();
  return [...payloads.flatMap((data) => reader.read({ event: '', data: JSON.stringify(data) })), ...reader.end()];
};
const signature = (value: string) => ({ dialect: 'gemini', value }) as const;
const written = (parts: readonly unknown[], finishReason?: string, usageMetadata?: object) => ({
  candidates: [{ content: { role: 'model', parts }, finishReason }],
  usageMetadata,
});
const reasonOf = (parts: readonly StreamPart[]) => {
  const last = parts.at(-1);
  return last?.type === 'finish' ? last.finishReason.unified : last?.type === 'error' ? last.error.verdict : undefined;
};

test('thoughts, text and calls become parts, wherever the bytes are cut; the first call alone is signed', () => {
  assert.deepEqual(play('thought-and-calls.sse'), [
    {
      type: 'start',
      id: 'r7',
      model: 'gemini-3.8-flash',
      usage: { prompt: 40, completion: 5, cacheRead: 0, cacheWrite: 0, reasoning: 5 },
    },
    { type: 'reasoning-start', id: 'reasoning-0' },
    { type: 'reasoning-delta', id: 'reasoning-0', text: 'Two ports, 潮 ' },
    { type: 'reasoning-delta', id: 'reasoning-0', text: 'to look up.' },
    { type: 'reasoning-end', id: 'reasoning-0' },
    { type: 'text-start', id: 'text-1' },
    { type: 'text-delta', id: 'text-1', text: 'Let me see 🌊.' },
    { type: 'text-end', id: 'text-1' },
    { type: 'tool-input-start', id: 'fc1', name: 'tide' },
    { type: 'tool-input-delta', id: 'fc1', text: '{"port":"Brest"}' },
    { type: 'tool-input-end', id: 'fc1', signature: signature('QUJD/+==') },
    { type: 'tool-input-start', id: 'call_new', name: 'tide' },
    { type: 'tool-input-delta', id: 'call_new', text: '{"port":"Łeba"}' },
    { type: 'tool-input-end', id: 'call_new' },
    { type: 'service-tier', serviceTier: 'default' },
    { type: 'tool-input-start', id: 'fc3', name: 'now' },
    { type: 'tool-input-delta', id: 'fc3', text: '{}' },
    { type: 'tool-input-end', id: 'fc3' },
    {
      type: 'finish',
      finishReason: { unified: 'tool-calls', raw: 'STOP' },
      usage: { prompt: 40, completion: 31, cacheRead: 16, cacheWrite: 0, reasoning: 9 },
    },
  ]);
});

test('a signature that follows in an empty text belongs to the first call', () => {
  const ends = play('late-signature.sse').filter(({ type }) => type === 'tool-input-end');
  assert.deepEqual(ends, [
    { type: 'tool-input-end', id: 'fc2' },
    { type: 'tool-input-end', id: 'fc1', signature: signature('TEFURQ==') },
  ]);
});

test('pages, searches and code of a grounded answer are told, and a signature of its text is kept', () => {
  const parts = play('grounded.sse');
  assert.deepEqual(parts.slice(1), [
    { type: 'text-start', id: 'text-0' },
    { type: 'text-delta', id: 'text-0', text: 'High water ' },
    { type: 'text-delta', id: 'text-0', text: 'at 16:40.' },
    { type: 'text-delta', id: 'text-0', text: '\n```python\nprint(16)\n```\n' },
    { type: 'text-delta', id: 'text-0', text: '\n```\n16\n```\n' },
    { type: 'text-end', id: 'text-0', citations: [{ url: 'https://tides.example/brest', title: 'tides.example' }] },
    { type: 'reasoning-start', id: 'reasoning-1' },
    { type: 'reasoning-end', id: 'reasoning-1', signature: signature('VEVYVA==') },
    {
      type: 'finish',
      finishReason: { unified: 'stop', raw: 'STOP' },
      usage: { prompt: 130, completion: 12, cacheRead: 0, cacheWrite: 0, toolCalls: { google_search: 2 } },
    },
  ]);
});

test('a picture is a part of its own, and what it cost is told apart', () => {
  const parts = play('picture.sse');
  assert.deepEqual(
    parts.find(({ type }) => type === 'file'),
    {
      type: 'file',
      mediaType: 'image/png',
      base64: 'iVBORw0KGgo=',
    },
  );
  const finish = parts.at(-1);
  assert.ok(finish?.type === 'finish');
  assert.deepEqual(finish.usage, { prompt: 12, completion: 1300, cacheRead: 0, cacheWrite: 0, imageOutput: 1290 });
});

test('a blocked prompt is a refusal, not a failure', () => {
  const finish = play('blocked.sse').at(-1);
  assert.ok(finish?.type === 'finish');
  assert.deepEqual(finish.finishReason, { unified: 'content-filter', raw: 'PROHIBITED_CONTENT' });
  assert.equal(finish.usage?.prompt, 9);
});

test('an error without a frame in the middle of a stream ends the answer', () => {
  const error = play('broken-off.sse').at(-1);
  assert.ok(error?.type === 'error');
  assert.deepEqual([error.error.verdict, error.error.message], ['retry', 'The model is overloaded.']);
});

test('a stream that ends without its finish ends in an error', () => {
  assert.equal(reasonOf(read(written([{ text: 'High ' }]))), 'retry');
  assert.equal(reasonOf(read()), 'retry');
  assert.equal(reasonOf(read({ usageMetadata: { promptTokenCount: 3 } })), 'retry');
});

const reasons: [string, unknown[], string][] = [
  ['STOP', [{ text: 'x' }], 'stop'],
  ['MAX_TOKENS', [], 'length'],
  ['CONTINUATION', [{ text: 'x' }], 'length'],
  ['SAFETY', [{ text: 'x' }], 'content-filter'],
  ['IMAGE_RECITATION', [], 'content-filter'],
  ['LANGUAGE', [], 'content-filter'],
  ['MALFORMED_FUNCTION_CALL', [{ text: 'x' }], 'stop'],
  ['MALFORMED_FUNCTION_CALL', [], 'retry'],
  ['TOO_MANY_TOOL_CALLS', [], 'retry'],
  ['STOP', [], 'retry'],
  ['OTHER', [], 'stop'],
  ['NEVER_HEARD_OF', [{ text: 'x' }], 'stop'],
];
for (const [reason, parts, expected] of reasons) {
  test(`${reason} ${parts.length > 0 ? 'after' : 'without'} a part is ${expected}`, () => {
    assert.equal(reasonOf(read(written(parts, reason))), expected);
  });
}

test('an empty answer that was billed is an answer', () => {
  assert.equal(reasonOf(read(written([], 'STOP', { promptTokenCount: 3, candidatesTokenCount: 7 }))), 'stop');
});

test('what went wrong is not undone by a plain end behind it', () => {
  assert.equal(reasonOf(read(written([{ text: 'x' }], 'MAX_TOKENS'), written([], 'STOP'))), 'length');
});

test('unknown members, parts and types do no harm', () => {
  const odd = written(
    [{ toolCall: { toolType: 'X' } }, 7, null, { text: 5 }, { text: 'x', novel: {} }, { inlineData: {} }],
    'STOP',
  );
  assert.equal(reasonOf(read(null, 'x', { candidates: 'none' }, odd, { candidates: [null] })), 'stop');
});

test('a whole answer and the array of a stream read as the stream does', () => {
  const chunks = [written([{ text: 'High ' }]), written([{ text: 'water.' }], 'STOP', { promptTokenCount: 4 })];
  const result = readResponse(chunks);
  assert.deepEqual(result.parts, [{ type: 'text', text: 'High water.' }]);
  assert.equal(result.usage?.prompt, 4);
  assert.throws(
    () => readResponse([{ error: { code: 429, message: 'Slow down.', status: 'RESOURCE_EXHAUSTED' } }]),
    (error) => error instanceof UpstreamRefusal && error.upstream.code === 'RESOURCE_EXHAUSTED',
  );
  assert.throws(() => readResponse({}), UpstreamRefusal);
});
