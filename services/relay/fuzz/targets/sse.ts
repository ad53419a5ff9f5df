import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createParser } from 'eventsource-parser';
import { openaiChat } from '../../src/dialects/openai-chat/index.ts';
import { sse } from '../../src/egress/framing/sse.ts';
import { SseTap } from '../../src/metering/sse-tap.ts';
import type { Target } from '../target.ts';

const recorded = [
  'anthropic-messages/fixtures/overloaded.sse',
  'anthropic-messages/fixtures/thinking-and-tools.sse',
  'gemini/fixtures/blocked.sse',
  'gemini/fixtures/broken-off.sse',
];
const dialects = new URL('../../src/dialects/', import.meta.url);
const chunk = 'data: {"choices":[{"index":0,"delta":{"content":"Low tide"},"finish_reason":"stop"}]}\n\n';
const usage = 'data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}}\n\n';

/**
 * Streams of events: the decoder against another parser, and the tap that passes bytes on and reads beside them. Neither may tell
 * where the bytes were cut.
 */
export const sseTarget: Target = {
  name: 'sse',
  modules: ['egress/framing/sse.ts', 'metering/sse-tap.ts', 'metering/sse.ts', 'metering/text-lengths.ts'],
  seeds: [
    ...recorded.map((path) => readFileSync(new URL(path, dialects)).subarray(0, 4_096)),
    `${chunk}${usage}data: [DONE]\n\n`,
    `: ping\r\n\r\n${chunk.replaceAll('\n', '\r\n')}`,
    '\u{feff}event: x\rdata:a\rdata: b\r\r',
  ],
  words: [
    '\n',
    '\r\n',
    '\r',
    '\n\n',
    '\r\n\r\n',
    'data:',
    'data: ',
    'event: ',
    ':',
    '{',
    '}',
    '[DONE]',
    'data: [DONE]\n\n',
    '\u{feff}',
    '"error"',
    '"usage":{',
    '潮',
    Buffer.from([0xff]),
    chunk,
    usage,
  ],
  longest: 4_096,
  check(input, below) {
    const cuts = Array.from({ length: below(6) }, () => below(input.length + 1)).sort((a, b) => a - b);
    const pieces = [0, ...cuts].map((from, at) => input.subarray(from, cuts[at] ?? input.length));
    const frames = decode(pieces);
    assert.deepEqual(frames, decode([input]), 'frames hang on where the bytes were cut');
    // What begins like an object in place of a field is an error to us, and nothing to others.
    if (!bareObject.test(input.toString()))
      assert.deepEqual(frames, byTheBook(input), 'frames are not those of another parser');
    for (const hides of [true, false]) {
      const whole = pass([input], hides);
      assert.deepEqual(pass(pieces, hides), whole, 'what is passed on hangs on where the bytes were cut');
    }
  },
};

const bareObject = /(^|[\r\n])\s*\{/;

function decode(pieces: readonly Buffer[]) {
  const decoder = sse.decoder();
  return [...pieces.flatMap((piece) => decoder.push(piece)), ...decoder.end()];
}

function byTheBook(input: Buffer) {
  const frames: { event: string; data: string }[] = [];
  const parser = createParser({ onEvent: ({ event = '', data }) => frames.push({ event: event.trim(), data }) });
  // Bytes that are no UTF-8 become a sign for that. The byte order mark is for the parser to take off.
  parser.feed(`${new TextDecoder('utf-8', { ignoreBOM: true }).decode(input)}\n\n`);
  return frames;
}

function pass(pieces: readonly Buffer[], hides: boolean) {
  const tap = new SseTap(openaiChat, openaiChat, hides, String, () => 65_536);
  const passed = pieces.map((piece) => tap.push(piece) ?? '');
  // Blank lines at the end say nothing.
  return { passed: [...passed, tap.flush() ?? ''].join('').replace(/[\r\n]*$/, ''), usage: tap.usage() };
}
