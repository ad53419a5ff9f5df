import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sse } from '../../egress/framing/sse.ts';
import type { StreamPart } from '../canonical.ts';
import { MessagesReader } from './read-stream.ts';

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url));

/** Parts of a stream whose bytes come in these chunks. */
function readChunks(chunks: readonly Buffer[]): StreamPart[] {
  const decoder = sse.decoder();
  const reader = new MessagesReader();
  const parts = chunks.flatMap((chunk) => decoder.push(chunk)).flatMap((frame) => reader.read(frame));
  return [...parts, ...decoder.end().flatMap((frame) => reader.read(frame)), ...reader.end()];
}

const started = { prompt: 2360, completion: 1, cacheRead: 2048, cacheWrite: 300, cacheWrite1h: 200 };

test('thoughts, text and calls of a stream become parts; pings, the host’s own tools and what is not known do not', () => {
  assert.deepEqual(readChunks([fixture('thinking-and-tools.sse')]), [
    { type: 'start', id: 'msg_q1', model: 'claude-haiku-5-5', usage: started },
    { type: 'reasoning-start', id: '0' },
    { type: 'reasoning-delta', id: '0', text: 'Two ports: Brest, 北海道 🌊.' },
    {
      type: 'reasoning-end',
      id: '0',
      signature: { dialect: 'anthropic-messages', value: 'c2lnbmVkLWJ5LW5vYm9keQ==' },
    },
    { type: 'reasoning-start', id: '1' },
    {
      type: 'reasoning-end',
      id: '1',
      signature: { dialect: 'anthropic-messages', value: 'aGlkZGVu', redacted: true },
    },
    { type: 'text-start', id: '2' },
    { type: 'text-delta', id: '2', text: 'I look ' },
    { type: 'text-delta', id: '2', text: 'it up.' },
    {
      type: 'text-end',
      id: '2',
      citations: [{ url: 'https://tides.example/brest', title: 'Tides', text: 'High at six.' }],
    },
    { type: 'tool-input-start', id: 'toolu_q1', name: 'tide' },
    { type: 'tool-input-delta', id: 'toolu_q1', text: '{"port": "Brest",' },
    { type: 'tool-input-delta', id: 'toolu_q1', text: ' "day":1.0}' },
    { type: 'tool-input-end', id: 'toolu_q1' },
    { type: 'tool-input-start', id: 'toolu_q2', name: 'now' },
    { type: 'tool-input-delta', id: 'toolu_q2', text: '{}' },
    { type: 'tool-input-end', id: 'toolu_q2' },
    {
      type: 'finish',
      finishReason: { unified: 'tool-calls', raw: 'tool_use' },
      usage: { ...started, completion: 23, reasoning: 9, toolCalls: { web_search: 1 } },
    },
  ]);
});

for (const name of ['thinking-and-tools.sse', 'imitator.sse', 'overloaded.sse']) {
  test(`${name} reads the same wherever its bytes are cut`, () => {
    const bytes = fixture(name);
    // A call without an id gets a new one each time.
    const stable = (parts: StreamPart[]) => JSON.stringify(parts).replaceAll(/"toolu_[\w-]{32}"/g, '"toolu_new"');
    const whole = stable(readChunks([bytes]));
    for (let at = 0; at <= bytes.length; at++) {
      assert.equal(stable(readChunks([bytes.subarray(0, at), bytes.subarray(at)])), whole, `cut at ${at}`);
    }
    const single = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
    assert.equal(stable(readChunks(single)), whole);
  });
}

test('an imitator’s repeated start, presets and missing ends do no harm', () => {
  const parts = readChunks([fixture('imitator.sse')]);
  const id = parts.find((part) => part.type === 'tool-input-start')?.id ?? '';
  assert.match(id, /^toolu_/);
  assert.deepEqual(parts, [
    { type: 'start', id: 'm1', model: 'glow-4', usage: { prompt: 40, completion: 0, cacheRead: 0, cacheWrite: 0 } },
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', text: 'Hel' },
    { type: 'text-delta', id: '0', text: 'lo' },
    { type: 'tool-input-start', id, name: 'tide' },
    { type: 'tool-input-delta', id, text: '{"port":"Brest"}' },
    { type: 'tool-input-end', id },
    { type: 'text-end', id: '0' },
    {
      type: 'finish',
      finishReason: { unified: 'tool-calls', raw: 'tool_use' },
      usage: { prompt: 40, completion: 7, cacheRead: 0, cacheWrite: 0 },
    },
  ]);
});

test('an error as the first event is one to retry, and the only part', () => {
  assert.deepEqual(readChunks([fixture('overloaded.sse')]), [
    {
      type: 'error',
      error: { verdict: 'retry', message: 'Overloaded', type: 'overloaded_error', code: null, param: null },
    },
  ]);
});

test('a stream cut anywhere before its stop reason ends in an error, once, and with nothing left open', () => {
  const bytes = fixture('thinking-and-tools.sse');
  const stop = bytes.indexOf('"stop_reason":"tool_use"');
  for (let at = 0; at < stop; at += 7) {
    const parts = readChunks([bytes.subarray(0, at)]);
    assert.deepEqual(parts.filter(({ type }) => type === 'error' || type === 'finish').length, 1);
    assert.equal(parts.at(-1)?.type, 'error');
    const opened = parts.filter(({ type }) => type.endsWith('-start')).length;
    assert.equal(parts.filter(({ type }) => type.endsWith('-end')).length, opened, `cut at ${at}`);
  }
});

test('a refusal tells its explanation', () => {
  const reader = new MessagesReader();
  const read = (event: object) => reader.read({ event: '', data: JSON.stringify(event) });
  read({ type: 'message_start', message: { id: 'msg_1', model: 'claude-opus-5-5' } });
  const delta = { stop_reason: 'refusal', stop_details: { category: 'x', explanation: 'Not this.' } };
  const parts = [...read({ type: 'message_delta', delta }), ...read({ type: 'message_stop' })];
  assert.deepEqual(parts, [
    { type: 'refusal-delta', text: 'Not this.' },
    { type: 'finish', finishReason: { unified: 'content-filter', raw: 'refusal' } },
  ]);
});

test('frames that are no events are passed over', () => {
  const reader = new MessagesReader();
  for (const data of ['', 'x', 'null', '[]', '{}', '{"type":7}', '{"type":"content_block_delta"}', '[DONE]'])
    assert.deepEqual(reader.read({ event: 'x', data }), [], data);
});
