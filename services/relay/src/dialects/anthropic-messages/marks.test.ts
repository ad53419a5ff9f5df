import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeCut, writeEvent } from './event.ts';
import { marks } from './marks.ts';

test('the end is told from texts that speak of it', () => {
  assert.ok(marks.isEnd('event: message_stop\ndata: {"type":"message_stop"}\n\n'));
  assert.ok(marks.isEnd('data: {"type": "message_stop"}\r\n\r\n'));
  assert.ok(marks.isEnd('event: message_stop\r\ndata: {}\r\n\r\n'));
  const text = '"type":"message_stop"\nevent: message_stop';
  assert.equal(marks.isEnd(writeEvent({ type: 'content_block_delta', delta: { type: 'text_delta', text } })), false);
  assert.equal(marks.isEnd(writeEvent({ type: 'message_delta', delta: {} })), false);
});

test('a cut closes the block that is open, and only that', () => {
  const events = (last: unknown) =>
    writeCut(last, 'length')
      .match(/^event: \w+/gm)
      ?.map((line) => line.slice(7));
  const end = ['message_delta', 'message_stop'];
  assert.deepEqual(events({ type: 'content_block_delta', index: 3 }), ['content_block_stop', ...end]);
  assert.match(writeCut({ type: 'content_block_start', index: 3 }, 'length'), /"index":3/);
  assert.deepEqual(events({ type: 'content_block_stop', index: 3 }), end);
  assert.deepEqual(events(undefined), end);
  assert.match(writeCut(undefined, 'length'), /"stop_reason":"max_tokens"/);
});
