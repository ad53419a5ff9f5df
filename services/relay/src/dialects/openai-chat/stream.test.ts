import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sse } from '../../egress/framing/sse.ts';
import { replay } from '../../harness/replay.ts';
import type { StreamPart } from '../canonical.ts';
import type { Answer } from '../dialect.ts';
import { PartCollector } from '../part-collector.ts';
import { openaiChat } from './index.ts';

const event = (payload: object) => `data: ${JSON.stringify(payload)}\n\n`;
const chunk = (delta: object, more: object = {}) =>
  event({ id: 'chatcmpl-A1', model: 'm', choices: [{ index: 0, delta, finish_reason: null }], ...more });
const finish = (reason = 'stop') =>
  event({ id: 'chatcmpl-A1', choices: [{ index: 0, delta: {}, finish_reason: reason }] });
const usage = event({ id: 'chatcmpl-A1', choices: [], usage: { prompt_tokens: 61, completion_tokens: 17 } });
const done = 'data: [DONE]\n\n';

function read(...events: string[]): StreamPart[] {
  return replay(events.join(''), sse, openaiChat.readStream);
}

function collect(parts: readonly StreamPart[]): PartCollector {
  const collector = new PartCollector();
  for (const part of parts) collector.add(part);
  return collector;
}

const calls = (parts: readonly StreamPart[]) =>
  collect(parts)
    .parts()
    .flatMap((part) => (part.type === 'tool-call' ? [[part.id, part.name, part.arguments]] : []));

const answer: Answer = {
  requestId: 'r1',
  createdAt: 1_700_000_000,
  model: 'asked',
  promptTokens: 9,
  wantsUsage: true,
  request: {},
};

function write(parts: readonly StreamPart[], wantsUsage = true): string {
  const writer = openaiChat.writeStream({ ...answer, wantsUsage });
  return parts.map((part) => writer.write(part)).join('');
}

test('text, reasoning and usage are told in order, wherever the bytes are cut', () => {
  const parts = read(
    chunk({ role: 'assistant', content: '' }),
    chunk({ reasoning_content: 'Brest ' }),
    chunk({ reasoning_content: 'it is.' }),
    chunk({ content: 'Low tide — 潮 ' }),
    chunk({ content: 'at 16:40.' }),
    finish(),
    usage,
    done,
  );
  assert.deepEqual(
    parts.map(({ type }) => type),
    [
      'start',
      'reasoning-start',
      'reasoning-delta',
      'reasoning-delta',
      'reasoning-end',
      'text-start',
      'text-delta',
      'text-delta',
      'text-end',
      'finish',
    ],
  );
  assert.equal(collect(parts).text(), 'Brest it is.Low tide — 潮 at 16:40.');
  assert.deepEqual([collect(parts).usage()?.prompt, collect(parts).usage()?.completion], [61, 17]);
});

test('interleaved calls keep their arguments apart, byte for byte', () => {
  const call = (index: number, more: object) => chunk({ tool_calls: [{ index, ...more }] });
  const parts = read(
    call(0, { id: 'call_a', type: 'function', function: { name: 'tide', arguments: '' } }),
    call(1, { id: 'call_b', type: 'function', function: { name: 'tide', arguments: '{"port": ' } }),
    call(0, { function: { arguments: '{"port": "Brest' } }),
    call(1, { function: { arguments: '"Zürich" }' } }),
    call(0, { function: { arguments: '"}' } }),
    finish('tool_calls'),
    done,
  );
  assert.deepEqual(calls(parts), [
    ['call_a', 'tide', '{"port": "Brest"}'],
    ['call_b', 'tide', '{"port": "Zürich" }'],
  ]);
  assert.equal(parts.at(-1)?.type, 'finish');
});

test('hosts that leave out indexes, repeat ids or send calls whole are understood', () => {
  const whole = read(
    chunk({ tool_calls: [{ id: 'a', function: { name: 'tide', arguments: '{"n":1}' } }] }),
    chunk({ tool_calls: [{ id: 'b', function: { name: 'tide', arguments: '{"n":2}' } }] }),
    finish(),
  );
  assert.deepEqual(calls(whole), [
    ['a', 'tide', '{"n":1}'],
    ['b', 'tide', '{"n":2}'],
  ]);
  const finished = whole.at(-1);
  assert.equal(finished?.type === 'finish' && finished.finishReason.unified, 'tool-calls');
  const repeated = read(
    chunk({ tool_calls: [{ id: 'a', function: { name: 'tide', arguments: '{"n"' } }] }),
    chunk({ tool_calls: [{ id: 'a', function: { arguments: ':1}' } }] }),
    finish(),
  );
  assert.deepEqual(calls(repeated), [['a', 'tide', '{"n":1}']]);
  const sameIndex = read(
    chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'tide', arguments: '{"n":1}' } }] }),
    chunk({ tool_calls: [{ index: 0, id: 'b', function: { name: 'tide', arguments: '{"n":2}' } }] }),
    finish(),
  );
  assert.deepEqual(calls(sameIndex), [
    ['a', 'tide', '{"n":1}'],
    ['b', 'tide', '{"n":2}'],
  ]);
});

test('a stream that breaks off is an error, with or without an error event', () => {
  for (const events of [
    [chunk({ content: 'a' })],
    [chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }] })],
  ]) {
    const parts = read(...events);
    assert.equal(parts.at(-1)?.type, 'error');
    assert.ok(parts.every(({ type }) => type !== 'finish'));
  }
  const told = read(chunk({ content: 'a' }), event({ error: { message: 'overloaded', type: 'server_error' } }));
  const last = told.at(-1);
  assert.match((last?.type === 'error' && last.error.message) || '', /overloaded/);
});

test('an end without [DONE], and [DONE] without a reason, are ends', () => {
  assert.equal(read(chunk({ content: 'a' }), finish()).at(-1)?.type, 'finish');
  assert.equal(read(chunk({ content: 'a' }), done).at(-1)?.type, 'finish');
});

test('what is written is read as the same again', () => {
  const parts: StreamPart[] = [
    { type: 'start', id: 'a1', model: 'm' },
    { type: 'reasoning-start', id: 'reasoning-0' },
    { type: 'reasoning-delta', id: 'reasoning-0', text: 'Brest.' },
    { type: 'reasoning-end', id: 'reasoning-0', signature: { dialect: 'anthropic-messages', value: 'sig' } },
    { type: 'text-start', id: 'text-1' },
    { type: 'text-delta', id: 'text-1', text: 'Low tide' },
    { type: 'text-end', id: 'text-1' },
    { type: 'tool-input-start', id: 'c1', name: 'tide' },
    { type: 'tool-input-delta', id: 'c1', text: '{"port": "Brest"}' },
    { type: 'tool-input-end', id: 'c1', signature: { dialect: 'gemini', value: 'QUJD' } },
    {
      type: 'finish',
      finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
      usage: { prompt: 61, completion: 17, cacheRead: 3, cacheWrite: 0, reasoning: 5 },
    },
  ];
  assert.deepEqual(collect(read(write(parts))).result(), collect(parts).result());
});

test('usage is told to those who asked; a call without arguments has an empty object', () => {
  const parts: StreamPart[] = [
    { type: 'start', id: 'a1', model: 'm' },
    { type: 'tool-input-start', id: 'c1', name: 'now' },
    { type: 'tool-input-end', id: 'c1' },
    {
      type: 'finish',
      finishReason: { unified: 'stop', raw: 'end_turn' },
      usage: { prompt: 1, completion: 1, cacheRead: 0, cacheWrite: 0 },
    },
  ];
  assert.ok(!write(parts, false).includes('"usage"'));
  assert.ok(write(parts).includes('"total_tokens":2'));
  assert.deepEqual(calls(read(write(parts))), [['c1', 'now', '{}']]);
  assert.ok(write(parts).includes('"finish_reason":"tool_calls"'));
});
