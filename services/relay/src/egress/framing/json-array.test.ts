import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ByteText, decodeText, encodeText, readBytes } from './byte-text.ts';
import { JsonArrayFramer } from './json-array.ts';

const events = 'data: {"a":"Ebbe — 潮"}\r\n\r\n: keep-alive\n\ndata: {"b":[2]}\n\ndata: {"c":3}';

test('events become one array wherever they are cut, the last one without its blank line', () => {
  const bytes = Buffer.from(events);
  for (let cut = 0; cut <= bytes.length; cut++) {
    const framer = new JsonArrayFramer();
    const pieces = [
      framer.push(readBytes(bytes.subarray(0, cut))),
      framer.push(readBytes(bytes.subarray(cut))),
      framer.end(undefined),
    ];
    assert.deepEqual(JSON.parse(decodeText(pieces.join('') as ByteText)), [{ a: 'Ebbe — 潮' }, { b: [2] }, { c: 3 }]);
  }
});

test('a piece is sent as soon as its event is there, and something is sent for every comment', () => {
  const framer = new JsonArrayFramer();
  assert.equal(framer.push(encodeText(': keep-alive\n\n')), ' ');
  assert.equal(framer.push(encodeText('data: {"a":1}\n\n')), '[{"a":1}');
  assert.equal(framer.push(encodeText(': keep-alive\n\n')), ' ');
  assert.equal(framer.end(encodeText('data: {"b":2}\n\n')), ',\r\n{"b":2}]');
});

test('an answer without events is an empty array', () => {
  assert.equal(new JsonArrayFramer().end(undefined), '[]');
});
