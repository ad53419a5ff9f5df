import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sse } from '../../egress/framing/sse.ts';
import type { ChatResult, StreamPart } from '../canonical.ts';
import { PartCollector } from '../part-collector.ts';
import { resultToParts } from '../result-to-parts.ts';
import { ResponseReader } from './read-stream.ts';
import { writeResponse } from './write-response.ts';
import { ResponseWriter, writeCut } from './write-stream.ts';

const answer = {
  requestId: '0190a1b2-0000-7000-8000-000000000001',
  createdAt: 1_790_000_000,
  model: 'glow-4',
  promptTokens: 77,
  wantsUsage: false,
  request: {},
};
const start: StreamPart = { type: 'start', id: 'chatcmpl-1', model: 'glow-4-0101' };
const finish = (unified: 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'other'): StreamPart => ({
  type: 'finish',
  finishReason: { unified, raw: unified },
});
const envelope = { modelVersion: 'glow-4-0101', responseId: 'chatcmpl-1' };

// biome-ignore lint/suspicious/noExplicitAny: events are read as a client reads them
type Event = any;

function write(parts: readonly StreamPart[]): Event[] {
  const writer = new ResponseWriter(answer);
  const bytes = parts.map((part) => writer.write(part)).join('');
  return sse
    .decoder()
    .push(Buffer.from(bytes))
    .map(({ data }) => JSON.parse(data));
}
const partsOf = (events: readonly Event[]) => events.flatMap(({ candidates }) => candidates[0].content.parts);

test('text and thoughts are sent as they come, the end and usage last', () => {
  const usage = { prompt: 20, completion: 9, cacheRead: 4, cacheWrite: 0, reasoning: 3 };
  const events = write([
    start,
    { type: 'reasoning-start', id: 'r' },
    { type: 'reasoning-delta', id: 'r', text: 'Hm' },
    { type: 'reasoning-end', id: 'r', signature: { dialect: 'anthropic-messages', value: 'theirs' } },
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', text: 'High' },
    { type: 'text-end', id: 't', citations: [{ url: 'https://tides.example/', title: 'Tides' }] },
    { ...finish('length'), usage } as StreamPart,
  ]);
  const piece = (part: object) => ({
    candidates: [{ content: { role: 'model', parts: [part] }, index: 0 }],
    ...envelope,
  });
  assert.deepEqual(events, [
    piece({ text: 'Hm', thought: true }),
    piece({ text: 'High' }),
    {
      candidates: [
        {
          content: { role: 'model', parts: [{ text: '' }] },
          finishReason: 'MAX_TOKENS',
          groundingMetadata: { groundingChunks: [{ web: { uri: 'https://tides.example/', title: 'Tides' } }] },
          index: 0,
        },
      ],
      usageMetadata: {
        promptTokenCount: 20,
        cachedContentTokenCount: 4,
        candidatesTokenCount: 6,
        thoughtsTokenCount: 3,
        totalTokenCount: 29,
      },
      ...envelope,
    },
  ]);
});

test('calls are sent whole and in the order they were begun, however their pieces mix', () => {
  const events = write([
    start,
    { type: 'tool-input-start', id: 'a', name: 'tide' },
    { type: 'tool-input-delta', id: 'a', text: '{"port":' },
    { type: 'tool-input-start', id: 'b', name: 'now' },
    { type: 'tool-input-delta', id: 'b', text: '{}' },
    { type: 'tool-input-end', id: 'b' },
    { type: 'text-delta', id: 't', text: 'Wait.' },
    { type: 'tool-input-delta', id: 'a', text: '"Hel"}' },
    { type: 'tool-input-end', id: 'a', signature: { dialect: 'gemini', value: 'QUJD' } },
    { type: 'tool-input-start', id: 'c', name: 'tide' },
    { type: 'tool-input-delta', id: 'c', text: '{"cut' },
    finish('tool-calls'),
  ]);
  assert.deepEqual(partsOf(events), [
    { text: 'Wait.' },
    { functionCall: { id: 'a', name: 'tide', args: { port: 'Hel' } }, thoughtSignature: 'QUJD' },
    { functionCall: { id: 'b', name: 'now', args: {} } },
    { functionCall: { id: 'c', name: 'tide', args: { _raw: '{"cut' } } },
    { text: '' },
  ]);
  assert.ok(events.every(({ candidates: [{ content }] }) => content.parts.length === 1));
  assert.equal(events.at(-1).candidates[0].finishReason, 'STOP');
  assert.equal(events.at(-1).usageMetadata.promptTokenCount, 77);
});

test('a refusal and a filtered answer end as blocked ones', () => {
  const end = (parts: StreamPart[]) => write([start, ...parts]).at(-1).candidates[0].finishReason;
  assert.equal(end([{ type: 'refusal-delta', text: 'No.' }, finish('stop')]), 'SAFETY');
  assert.equal(end([finish('content-filter')]), 'SAFETY');
  assert.equal(end([finish('other')]), 'OTHER');
});

test('an answer that is cut ends as one that reached its limit, under its own name', () => {
  const [event] = sse.decoder().push(Buffer.from(writeCut({ ...envelope, candidates: [] }, 'length')));
  const { candidates, ...rest } = JSON.parse(event?.data ?? '');
  assert.deepEqual([candidates[0].finishReason, rest], ['MAX_TOKENS', envelope]);
});

const signature = fc.option(
  fc.base64String({ minLength: 4 }).map((value) => ({ dialect: 'gemini' as const, value })),
  { nil: undefined },
);
const text = fc.string({ minLength: 1, unit: 'grapheme' });
const callPart = fc.record({
  name: fc.constantFrom('tide', 'now'),
  input: fc.dictionary(fc.string(), fc.jsonValue()),
  signature,
});
const resultParts = fc.record({
  thought: fc.option(text),
  said: fc.option(text),
  calls: fc.array(callPart, { maxLength: 3 }),
});

test('what is written is read again as it was', () => {
  fc.assert(
    fc.property(resultParts, ({ thought, said, calls }) => {
      const parts: ChatResult['parts'] = [
        ...(thought === null ? [] : [{ type: 'reasoning' as const, text: thought }]),
        { type: 'text', text: said ?? '.' },
        ...calls.map(({ name, input, signature }, at) => ({
          type: 'tool-call' as const,
          id: `c${at}`,
          name,
          arguments: JSON.stringify(input),
          ...(signature && { signature }),
        })),
      ];
      const raw = 'STOP';
      const finishReason = { unified: calls.length > 0 ? 'tool-calls' : 'stop', raw } as const;
      const usage = { prompt: 5, completion: 2, cacheRead: 1, cacheWrite: 0 };
      const result: ChatResult = { id: 'r1', model: 'm1', parts, finishReason, usage };
      const events = write(resultToParts(result));
      for (const payloads of [events, [JSON.parse(JSON.stringify(writeResponse(result, answer)))]]) {
        const reader = new ResponseReader();
        const collected = new PartCollector();
        for (const part of [...payloads.flatMap((payload) => reader.readPayload(payload)), ...reader.end()])
          collected.add(part);
        assert.deepEqual(collected.result(), result);
      }
    }),
  );
});
