import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Part } from './chat.ts';
import { chatCompletions } from './dialects/chat-completions.ts';
import { readStream } from './read-stream.ts';

const event = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
const whole = `: a comment\n\n${event('Grüße, ')}${event('海')}data: [DONE]\n\n`;

async function read(chunks: readonly Uint8Array[]): Promise<string> {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const parts: Part[] = [];
  for await (const some of readStream(body, chatCompletions)) parts.push(...some);
  return parts.map((part) => (part.type === 'text' ? part.text : `<${part.type}>`)).join('');
}

test('a stream cut anywhere says the same', async () => {
  const bytes = new TextEncoder().encode(whole);
  for (let cut = 0; cut <= bytes.length; cut++) {
    assert.equal(await read([bytes.subarray(0, cut), bytes.subarray(cut)]), 'Grüße, 海', `cut at ${cut}`);
  }
});

test('byte by byte as well', async () => {
  const bytes = new TextEncoder().encode(whole);
  assert.equal(await read([...bytes].map((byte) => Uint8Array.of(byte))), 'Grüße, 海');
});

test('a last event without its blank line counts', async () => {
  assert.equal(await read([new TextEncoder().encode(event('all').trimEnd())]), 'all');
});

test('who stops listening ends the stream', async () => {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode(event('more'))),
    cancel: () => {
      cancelled = true;
    },
  });
  for await (const _ of readStream(body, chatCompletions)) break;
  assert.ok(cancelled);
});
