import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutOff, StreamParts } from './stream-parts.ts';

const types = (parts: StreamParts) => parts.take().map(({ type }) => type);

test('whatever else comes closes the block that is open', () => {
  const parts = new StreamParts();
  parts.start('a', 'm');
  parts.start('b', 'm');
  parts.reasoning('x');
  parts.text('y');
  parts.text('z');
  parts.toolCall('c', 'tide', '{}');
  parts.text('w');
  parts.finish({ unified: 'stop', raw: '' });
  assert.deepEqual(types(parts), [
    'start',
    ...['reasoning-start', 'reasoning-delta', 'reasoning-end'],
    ...['text-start', 'text-delta', 'text-delta', 'text-end'],
    ...['tool-input-start', 'tool-input-delta', 'tool-input-end'],
    ...['text-start', 'text-delta', 'text-end'],
    'finish',
  ]);
});

test('calls may interleave, and an end closes those that are open', () => {
  const parts = new StreamParts();
  parts.startCall('c', 'tide');
  parts.startCall('d', 'now');
  parts.callInput('c', '{');
  parts.callInput('d', '{');
  parts.endCall('c');
  parts.fail(cutOff);
  assert.deepEqual(
    parts.take().map((part) => ('id' in part ? `${part.type} ${part.id}` : part.type)),
    [
      'tool-input-start c',
      'tool-input-start d',
      'tool-input-delta c',
      'tool-input-delta d',
      'tool-input-end c',
      'tool-input-end d',
      'error',
    ],
  );
});

test('nothing is said behind the end, and the end is said once', () => {
  const parts = new StreamParts();
  parts.text('x');
  parts.finish({ unified: 'stop', raw: '' });
  parts.take();
  parts.text('y');
  parts.toolCall('c', 'tide', '{}');
  parts.fail(cutOff);
  parts.finish({ unified: 'stop', raw: '' });
  assert.deepEqual(parts.take(), []);
});

test('empty pieces open nothing', () => {
  const parts = new StreamParts();
  parts.text('');
  parts.reasoning('');
  assert.deepEqual(parts.take(), []);
});
