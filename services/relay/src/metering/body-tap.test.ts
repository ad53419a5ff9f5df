import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openaiChat } from '../dialects/openai-chat/index.ts';
import { BodyTap } from './body-tap.ts';

function tapOf(...chunks: string[]): BodyTap {
  const tap = new BodyTap(openaiChat, undefined);
  for (const chunk of chunks) tap.push(Buffer.from(chunk));
  return tap;
}

const answer = (content: string, usage: object | undefined) =>
  JSON.stringify({ id: 'c', choices: [{ index: 0, message: { role: 'assistant', content } }], usage });

test('usage is found wherever the bytes were cut', () => {
  const text = answer('a "usage": {"prompt_tokens":9} trap', { prompt_tokens: 3, completion_tokens: 2, note: '}"{' });
  for (let cut = 0; cut <= text.length; cut++) {
    const usage = tapOf(text.slice(0, cut), text.slice(cut)).usage();
    assert.deepEqual([usage?.prompt, usage?.completion], [3, 2]);
  }
});

test('null, missing and unreadable usage is none', () => {
  assert.equal(tapOf(answer('a', undefined)).usage(), undefined);
  assert.equal(tapOf('{"choices":[],"usage":null}').usage(), undefined);
  assert.equal(tapOf('{"choices":[],"usage":{"prompt_tokens":"many"}}').usage(), undefined);
});

test('what is no answer is told from one that only talks of errors', () => {
  assert.equal(
    tapOf(answer('the "error" in your code', { prompt_tokens: 1, completion_tokens: 1 })).problem(),
    undefined,
  );
  assert.ok(tapOf('').problem());
  assert.ok(tapOf('<html>').problem());
  assert.ok(tapOf('{"error":{"message":"no"}}').problem());
  assert.ok(tapOf('{"error":{"message":"no"},"usage":{"prompt_tokens":1,"completion_tokens":1}}').problem());
});
