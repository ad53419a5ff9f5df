import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AssistantPart, ChatResult, Json } from '../canonical.ts';
import type { Answer } from '../dialect.ts';
import { resultToParts } from '../result-to-parts.ts';
import { openaiResponses } from './index.ts';

const answer: Answer = {
  requestId: '01a1fe04-5f45-754f-8002-0f68da7edb29',
  createdAt: 1_700_000_000,
  model: 'asked',
  promptTokens: 9,
  wantsUsage: true,
  request: {},
};
const call = (id: string, value?: string): AssistantPart => ({
  type: 'tool-call',
  id,
  name: 'tide',
  arguments: '{}',
  ...(value !== undefined && { signature: { dialect: 'gemini', value } }),
});
const parts: readonly AssistantPart[] = [
  { type: 'reasoning', text: 'Brest.', signature: { dialect: 'anthropic-messages', value: 'sig' } },
  { type: 'reasoning', text: '', signature: { dialect: 'anthropic-messages', value: 'dark', redacted: true } },
  { type: 'reasoning', text: 'No proof of this.' },
  { type: 'text', text: 'I look it up.' },
  call('call_a', 'R0VN'),
  call('call_b'),
  call('call_c', 'SU5J'),
];
const result: ChatResult = { id: '', model: 'm', parts, finishReason: { unified: 'tool-calls', raw: 'STOP' } };

function whole(): Json[] {
  return (openaiResponses.writeResponse(result, answer) as { output: Json[] }).output;
}

/** Items as they were announced whole, one by one; agents keep these. */
function streamed(): Json[] {
  const writer = openaiResponses.writeStream(answer);
  const events = resultToParts(result)
    .map((part) => writer.write(part))
    .join('')
    .trim()
    .split('\n\n')
    .map((event) => JSON.parse(event.slice(event.indexOf('data: ') + 6)));
  const done = events.flatMap(({ type, item }) => (type === 'response.output_item.done' ? [item] : []));
  assert.deepEqual(done, events.at(-1).response.output, 'the whole response holds what its items were');
  return done;
}

const results = ['call_a', 'call_b', 'call_c'].map((call_id) => ({
  type: 'function_call_output',
  call_id,
  output: 'six',
}));

for (const [way, output] of [
  ['whole', whole()],
  ['in a stream', streamed()],
] as const) {
  test(`proofs of reasoning and of calls that were written ${way} come back where they were`, () => {
    const { messages } = openaiResponses.readRequest({ input: [...output, ...results] }, { model: 'm', stream: false });
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['assistant', 'tool'],
    );
    assert.deepEqual(messages[0]?.parts, parts);
  });

  test(`an item that was written ${way} has an id of its own`, () => {
    const ids = output.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
  });
}

test('the proof of a call finds it behind the results as well', () => {
  const output = whole();
  const proofs = output.filter((item) => item.type === 'reasoning');
  const others = output.filter((item) => item.type !== 'reasoning');
  const { messages } = openaiResponses.readRequest(
    { input: [...others, ...results, ...proofs] },
    { model: 'm', stream: false },
  );
  const calls = messages[0]?.parts.filter((part) => part.type === 'tool-call');
  assert.deepEqual(calls, parts.slice(4));
});
