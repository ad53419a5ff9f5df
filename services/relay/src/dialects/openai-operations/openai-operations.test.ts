import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SseTap } from '../../metering/sse-tap.ts';
import { openaiChat } from '../openai-chat/index.ts';
import { openaiFormatOf } from './index.ts';

const eventOf = (payload: { type: string }) =>
  Buffer.from(`event: ${payload.type}\ndata: ${JSON.stringify(payload)}\n\n`);

test('the last event of a picture is kept back until its usage is charged', () => {
  const tap = new SseTap(openaiFormatOf('images/generations'), openaiChat, true, String, () => 65_536);
  const usage = { input_tokens: 4, output_tokens: 272 };
  const partial = eventOf({ type: 'image_generation.partial_image' });
  const completed = eventOf(Object.assign({ type: 'image_generation.completed', b64_json: 'AAAA' }, { usage }));
  assert.deepEqual(tap.push(partial), partial.toString());
  assert.equal(tap.push(completed), undefined);
  assert.equal(tap.usage()?.completion, 272);
  assert.deepEqual(tap.flush(), completed.toString());
  assert.equal(tap.failure(), undefined);
});

test('of several pictures each passes when the next has come, however large they are', () => {
  const tap = new SseTap(openaiFormatOf('images/generations'), openaiChat, true, String, () => 65_536);
  const picture = eventOf(Object.assign({ type: 'image_generation.completed' }, { b64_json: 'A'.repeat(100_000) }));
  const passed = [1, 2, 3].map(() => tap.push(picture));
  assert.deepEqual(passed, [undefined, picture.toString(), picture.toString()]);
  assert.equal(tap.flush(), picture.toString());
});

test('words that end like the name of the last event hold nothing up', () => {
  const tap = new SseTap(openaiFormatOf('audio/transcriptions'), openaiChat, true, String, () => 65_536);
  const delta = eventOf(Object.assign({ type: 'transcript.text.delta' }, { delta: 'well.done' }));
  assert.deepEqual(tap.push(delta), delta.toString());
});
