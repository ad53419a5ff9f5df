import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openaiChat } from '../dialects/openai-chat/index.ts';
import { type ByteText, decodeText } from '../egress/framing/byte-text.ts';
import { BodyTap } from '../metering/body-tap.ts';
import { shareBytes } from '../metering/kept-events.ts';
import { SseTap } from '../metering/sse-tap.ts';
import { deepseek } from './deepseek/index.ts';
import { moonshot } from './moonshot/index.ts';

const event = (payload: object) => `data: ${JSON.stringify(payload)}\n\n`;
const content = (text: string) => event({ id: 'c', choices: [{ index: 0, delta: { content: text } }] });
const finish = (reason: string, index = 0) =>
  event({ id: 'c', choices: [{ index, delta: {}, finish_reason: reason }] });
const calling = (index: number) =>
  event({ id: 'c', choices: [{ index, delta: { tool_calls: [{ index: 0, id: 'c1', function: { name: 'tide' } }] } }] });

/** What hosts write otherwise than OpenAI, and what its clients must see instead. */
for (const [name, { endpoints }, sent, seen] of [
  [
    'interrupted for want of machines has reached its length',
    deepseek,
    content('潮 "finish_reason":"insufficient_system_resource"') + finish('insufficient_system_resource'),
    content('潮 "finish_reason":"insufficient_system_resource"') + finish('length'),
  ],
  ['that calls a tool ends with the call', moonshot, calling(0) + finish('stop'), calling(0) + finish('tool_calls')],
  [
    'of two choices ends each as it is',
    moonshot,
    content('a') + calling(1) + finish('stop') + finish('stop', 1),
    content('a') + calling(1) + finish('stop') + finish('tool_calls', 1),
  ],
] as const) {
  test(`a stream that passes, ${name}`, () => {
    const [chat] = endpoints;
    assert.ok(chat?.operation === 'chat');
    const usage = { prompt_tokens: 61, completion_tokens: 17, total_tokens: 78 };
    const end = `${event({ id: 'c', choices: [], usage })}data: [DONE]\n\n`;
    const bytes = Buffer.from(sent + end);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const tap = new SseTap(
        chat.dialect,
        openaiChat,
        false,
        (text) => text,
        () => shareBytes(1),
      );
      const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)].map((piece) => tap.push(piece) ?? '');
      assert.equal(decodeText([...pieces, tap.flush() ?? ''].join('') as ByteText), seen + end, `cut at ${cut}`);
      assert.equal(tap.usage()?.completion, 17);
    }
  });
}

const usage = { prompt_tokens: 61, completion_tokens: 17, total_tokens: 78 };
const interrupted = (told: object) =>
  JSON.stringify({ id: 'c', choices: [{ index: 0, ...told, finish_reason: 'insufficient_system_resource' }], usage });
/** Answers of the host, whole, by how they are asked for. */
const whole = (operation: 'chat' | 'completions', answer: string) => {
  const endpoint = deepseek.endpoints.find((candidate) => candidate.operation === operation);
  assert.ok(endpoint);
  const tap = new BodyTap(endpoint.dialect, undefined);
  tap.push(Buffer.from(answer));
  return tap;
};

test('a whole answer that passes, interrupted for want of machines, has reached its length', () => {
  for (const [operation, told] of [
    ['chat', { message: { role: 'assistant', content: '潮 "insufficient_system_resource"' } }],
    ['chat', { message: { role: 'assistant', content: '', reasoning_content: 'Hm' } }],
    ['completions', { text: '潮' }],
  ] as const) {
    const tap = whole(operation, interrupted(told));
    assert.equal(tap.problem(), undefined);
    assert.deepEqual(JSON.parse(tap.bytes().toString()), {
      id: 'c',
      choices: [{ index: 0, ...told, finish_reason: 'length' }],
      usage,
    });
    assert.equal(tap.usage()?.completion, 17);
  }
  const finished = interrupted({ message: { role: 'assistant', content: '潮' } }).replace(/insufficient\w+/, 'stop');
  assert.equal(whole('chat', finished).bytes().toString(), finished);
});

test('a whole answer that was interrupted before its first word is none: another channel is asked', () => {
  const failure = whole('chat', interrupted({ message: { role: 'assistant', content: '' } })).problem();
  assert.equal(failure?.retry, true);
});
