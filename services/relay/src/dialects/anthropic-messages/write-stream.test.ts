import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sse } from '../../egress/framing/sse.ts';
import type { StreamPart } from '../canonical.ts';
import { PartCollector } from '../part-collector.ts';
import { MessagesReader } from './read-stream.ts';
import { unpackSignature } from './signature.ts';
import { MessagesWriter } from './write-stream.ts';

const answer = {
  requestId: '0190a1b2-0000-7000-8000-000000000001',
  createdAt: 1_790_000_000,
  model: 'glow-4',
  promptTokens: 77,
  wantsUsage: false,
  request: {},
};
const start: StreamPart = { type: 'start', id: 'chatcmpl-1', model: '' };
const finish: StreamPart = { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' } };

// biome-ignore lint/suspicious/noExplicitAny: events are read as a client reads them
type Event = any;

function write(parts: readonly StreamPart[]): { events: Event[]; text: string } {
  const writer = new MessagesWriter(answer);
  const text = parts.map((part) => writer.write(part)).join('');
  const frames = sse.decoder().push(Buffer.from(text));
  const events = frames.map(({ event, data }) => {
    const parsed = JSON.parse(data);
    assert.equal(parsed.type, event, 'an event is named by its type');
    return parsed;
  });
  return { events, text };
}

/** Fails unless blocks are opened, filled and closed one after another. */
function assertOrder(events: readonly Event[]): void {
  let open = -1;
  let next = 0;
  for (const event of events.slice(1, -2)) {
    if (event.type === 'content_block_start') {
      assert.equal(open, -1, 'a block begins while another is open');
      assert.equal(event.index, next++);
      open = event.index;
    } else {
      assert.equal(event.index, open, 'a piece of a block that is not open');
      if (event.type === 'content_block_stop') open = -1;
    }
  }
  assert.equal(open, -1);
  assert.deepEqual(
    [events[0].type, ...events.slice(-2).map(({ type }) => type)],
    ['message_start', 'message_delta', 'message_stop'],
  );
}

test('the prompt is estimated at the start and corrected at the end', () => {
  const usage = { prompt: 100, completion: 5, cacheRead: 60, cacheWrite: 10, reasoning: 2 };
  const { events } = write([start, { ...finish, usage } as StreamPart]);
  assert.equal(events[0].message.usage.input_tokens, 77);
  assert.equal(events[0].message.model, 'glow-4');
  assert.equal(events[0].message.id, 'msg_0190a1b2000070008000000000000001');
  assert.deepEqual(events[1].usage, {
    input_tokens: 30,
    cache_creation_input_tokens: 10,
    cache_read_input_tokens: 60,
    output_tokens: 5,
    output_tokens_details: { thinking_tokens: 2 },
  });
  assert.deepEqual(events[1].delta, { stop_reason: 'end_turn', stop_sequence: null });
});

test('text leaves at once; the pieces of two calls that interleave are put apart', () => {
  const writer = new MessagesWriter(answer);
  writer.write(start);
  writer.write({ type: 'text-start', id: 't' });
  assert.match(writer.write({ type: 'text-delta', id: 't', text: 'Hi' }), /text_delta.*Hi/);
  writer.write({ type: 'tool-input-start', id: 'a', name: 'one' });
  writer.write({ type: 'tool-input-start', id: 'b', name: 'two' });
  assert.equal(writer.write({ type: 'tool-input-delta', id: 'b', text: '{"b"' }), '');
  assert.match(writer.write({ type: 'tool-input-delta', id: 'a', text: '{"a":1}' }), /"partial_json":"\{\\"a\\":1\}"/);
  assert.equal(writer.write({ type: 'tool-input-delta', id: 'b', text: ':2}' }), '');
  assert.match(writer.write({ type: 'tool-input-end', id: 'a' }), /content_block_stop.*"name":"two".*b\\":2\}/s);
});

test('any order of parts gives blocks one after another that read back as what was written', () => {
  const block = fc.record({
    kind: fc.constantFrom('text', 'reasoning', 'tool-input' as const),
    words: fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 4 }),
  });
  fc.assert(
    fc.property(fc.array(block, { maxLength: 5 }), fc.infiniteStream(fc.nat()), (given, picks) => {
      const blocks = given.map(({ kind, words }, at) => ({
        kind,
        pieces: words.map((word) => `<${at}${word.replaceAll(/[<>]/g, '')}>`),
      }));
      // Each block in its own order, the blocks in any.
      const waiting = blocks.map(({ kind, pieces }, at) => {
        const id = `id_${at}`;
        const begin = kind === 'tool-input' ? { type: `${kind}-start`, id, name: 'f' } : { type: `${kind}-start`, id };
        return [begin, ...pieces.map((text) => ({ type: `${kind}-delta`, id, text })), { type: `${kind}-end`, id }];
      });
      const parts: StreamPart[] = [start];
      while (waiting.some(({ length }) => length > 0)) {
        const left = waiting.filter(({ length }) => length > 0);
        const [pick] = picks.take(1);
        parts.push(left[(pick ?? 0) % left.length]?.shift() as StreamPart);
      }
      const { events, text } = write([...parts, finish]);
      assertOrder(events);
      const read = new PartCollector();
      const reader = new MessagesReader();
      for (const frame of sse.decoder().push(Buffer.from(text))) for (const part of reader.read(frame)) read.add(part);
      for (const [at, { kind, pieces }] of blocks.entries()) {
        const id = `id_${at}`;
        const texts = read.parts().flatMap((part) => {
          if (part.type === 'tool-call') return part.id === id ? [part.arguments] : [];
          return part.type === kind ? [part.text] : [];
        });
        const own = kind === 'tool-input' ? texts.join('') : [...texts.join('').matchAll(piecesOf(at))].join('');
        assert.equal(own, pieces.join('') || (kind === 'tool-input' ? '{}' : ''));
      }
    }),
  );
});

/** Matches the pieces of one block among those of others. */
function piecesOf(block: number): RegExp {
  return new RegExp(`<${block}[^>]*>`, 'gu');
}

test('a foreign signature travels inside the thinking block’s and comes out as it was', () => {
  const signature = { dialect: 'gemini', value: 'QUJD/+=', id: 'x' } as const;
  const { events } = write([
    start,
    { type: 'reasoning-start', id: 'r' },
    { type: 'reasoning-delta', id: 'r', text: 'hm' },
    { type: 'reasoning-end', id: 'r', signature },
    finish,
  ]);
  const delta = events.find((event) => event.delta?.type === 'signature_delta').delta;
  assert.deepEqual(unpackSignature(delta.signature), signature);
});

test('thoughts without a signature carry a marker that means none', () => {
  const { events } = write([
    start,
    { type: 'reasoning-start', id: 'r' },
    { type: 'reasoning-delta', id: 'r', text: 'hm' },
    { type: 'reasoning-end', id: 'r' },
    finish,
  ]);
  const delta = events.find((event) => event.delta?.type === 'signature_delta').delta;
  assert.notEqual(delta.signature, '');
  assert.equal(unpackSignature(delta.signature), undefined);
});

test('a signature that comes after its thoughts gave way travels in a block of its own', () => {
  const { events } = write([
    start,
    { type: 'reasoning-start', id: 'r' },
    { type: 'reasoning-delta', id: 'r', text: 'hm' },
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', text: 'Yes' },
    { type: 'reasoning-end', id: 'r', signature: { dialect: 'gemini', value: 'late' } },
    { type: 'tool-input-start', id: 'a', name: 'tide' },
    { type: 'tool-input-end', id: 'a' },
    finish,
  ]);
  assertOrder(events);
  const signatures = events
    .filter((event) => event.delta?.type === 'signature_delta')
    .map(({ delta }) => delta.signature);
  assert.deepEqual(signatures.map(unpackSignature), [undefined, { dialect: 'gemini', value: 'late' }]);
});

test('an answer never ends in thinking without a word, which clients would show in its place', () => {
  const { events } = write([
    start,
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', text: 'At six.' },
    { type: 'text-end', id: 't' },
    { type: 'reasoning-start', id: 'r' },
    { type: 'reasoning-end', id: 'r', signature: { dialect: 'gemini', value: 'seal' } },
    finish,
  ]);
  assertOrder(events);
  const begun = events.filter(({ type }) => type === 'content_block_start').map(({ content_block: { type } }) => type);
  assert.deepEqual(begun, ['text']);
});

test('Anthropic’s hidden thoughts stay hidden', () => {
  const { events } = write([
    start,
    { type: 'reasoning-start', id: 'r' },
    { type: 'reasoning-end', id: 'r', signature: { dialect: 'anthropic-messages', value: 'aGlk', redacted: true } },
    finish,
  ]);
  assert.deepEqual(events[1].content_block, { type: 'redacted_thinking', data: 'aGlk' });
  assert.equal(events[2].type, 'content_block_stop');
});

test('calls that end with "stop" are tool_use, a refusal is told as one', () => {
  const call: StreamPart[] = [
    { type: 'tool-input-start', id: 'a', name: 'f' },
    { type: 'tool-input-end', id: 'a' },
  ];
  assert.equal(write([start, ...call, finish]).events.at(-2).delta.stop_reason, 'tool_use');
  const refused = write([start, { type: 'refusal-delta', text: 'No.' }, finish]).events;
  assert.equal(refused.at(-2).delta.stop_reason, 'refusal');
  assert.equal(refused[2].delta.text, 'No.');
});

test('blocks that stayed empty are never sent', () => {
  const { events } = write([
    start,
    { type: 'reasoning-start', id: 'r' },
    { type: 'reasoning-end', id: 'r' },
    { type: 'text-start', id: 't' },
    { type: 'text-end', id: 't' },
    finish,
  ]);
  assert.deepEqual(
    events.map(({ type }) => type),
    ['message_start', 'message_delta', 'message_stop'],
  );
});

test('an error ends the stream with an event of a type that clients know', () => {
  const error = { verdict: 'credential', message: 'x', type: 'authentication_error', code: null, param: null } as const;
  const writer = new MessagesWriter(answer);
  assert.equal(
    writer.write({ type: 'error', error }),
    'event: error\ndata: {"type":"error","error":{"type":"api_error","message":"x"}}\n\n',
  );
});
