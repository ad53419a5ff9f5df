import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ndjson } from './ndjson.ts';

const text = '{"a":"Ebbe und Flut — 潮"}\r\n\n{"b":2}\n{"c":3}';
const lines = ['{"a":"Ebbe und Flut — 潮"}', '{"b":2}', '{"c":3}'];

test('a line is a frame wherever the bytes are cut, the last one without its line feed', () => {
  const bytes = Buffer.from(text);
  for (let cut = 0; cut <= bytes.length; cut++) {
    const decoder = ndjson.decoder();
    const frames = [...decoder.push(bytes.subarray(0, cut)), ...decoder.push(bytes.subarray(cut)), ...decoder.end()];
    assert.deepEqual(
      frames.map(({ data }) => data),
      lines,
    );
  }
});

test('a line without end does not fill the memory', () => {
  const decoder = ndjson.decoder();
  const piece = Buffer.alloc(16 * 1_048_576, 'x');
  assert.throws(() => {
    for (let i = 0; i < 6; i++) decoder.push(piece);
  }, /too long/);
});
