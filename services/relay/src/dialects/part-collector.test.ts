import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatResult, StreamPart } from './canonical.ts';
import { PartCollector } from './part-collector.ts';
import { resultToParts } from './result-to-parts.ts';

const result: ChatResult = {
  id: 'a1',
  model: 'm',
  parts: [
    {
      type: 'reasoning',
      text: 'The harbour is Brest.',
      signature: { dialect: 'anthropic-messages', value: 'sig' },
    },
    { type: 'text', text: 'Low tide', citations: [{ url: 'https://a.example' }] },
    { type: 'tool-call', id: 'c1', name: 'tide', arguments: '{"port": "Brest"}' },
    { type: 'tool-call', id: 'c2', name: 'note', arguments: 'free text', custom: true },
    { type: 'file', mediaType: 'image/png', source: { kind: 'data', base64: 'AA==' } },
    { type: 'refusal', text: 'No.' },
  ],
  finishReason: { unified: 'tool-calls', raw: 'tool_use' },
  usage: { prompt: 3, completion: 2, cacheRead: 0, cacheWrite: 0 },
  serviceTier: 'flex',
};

function collect(parts: readonly StreamPart[]): PartCollector {
  const collector = new PartCollector();
  for (const part of parts) collector.add(part);
  return collector;
}

test('an answer taken to pieces and put together again is the same', () => {
  assert.deepEqual(collect(resultToParts(result)).result(), result);
});

test('interleaved calls are told apart by their ids, in the order of their beginning', () => {
  const collected = collect([
    { type: 'start', id: 'a', model: 'm' },
    { type: 'tool-input-start', id: 'c1', name: 'tide' },
    { type: 'tool-input-start', id: 'c2', name: 'tide' },
    { type: 'tool-input-delta', id: 'c2', text: '{"port":' },
    { type: 'tool-input-delta', id: 'c1', text: '{"port": "Brest"}' },
    { type: 'tool-input-delta', id: 'c2', text: '"Cork"}' },
    { type: 'tool-input-end', id: 'c2' },
    { type: 'tool-input-end', id: 'c1' },
  ]);
  assert.deepEqual(
    collected.parts().map((part) => part.type === 'tool-call' && [part.id, part.arguments]),
    [
      ['c1', '{"port": "Brest"}'],
      ['c2', '{"port":"Cork"}'],
    ],
  );
  assert.deepEqual(collected.closing(), []);
});

test('what is still open can be closed', () => {
  const collected = collect([
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', text: 'a' },
    { type: 'tool-input-start', id: 'c1', name: 'tide' },
  ]);
  assert.deepEqual(collected.closing(), [
    { type: 'text-end', id: 't' },
    { type: 'tool-input-end', id: 'c1' },
  ]);
});

test('everything that the model wrote is counted', () => {
  assert.equal(
    collect(resultToParts(result)).text(),
    'No.The harbour is Brest.Low tidetide{"port": "Brest"}notefree text',
  );
});
