import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openaiChat } from '../dialects/openai-chat/index.ts';
import { withBelievedUsage } from './believed-usage.ts';

const told = {
  id: '1',
  choices: [{ index: 0, delta: { content: 'Ebb' }, message: { content: 'Ebb' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 40, completion_tokens: 2, total_tokens: 42 },
};
const counted = { prompt: 40, completion: 2, cacheRead: 0, cacheWrite: 0 };

for (const [least, expected] of [
  [40, counted],
  [41, undefined],
] as const) {
  test(`a report of 40 tokens is ${expected ? 'believed' : 'none'} when the prompt has ${least} or more`, () => {
    const dialect = withBelievedUsage(openaiChat, () => least);
    assert.deepEqual(dialect.readUsage(told), expected);
    assert.deepEqual(dialect.readResponse(told).usage, expected);
    const reader = dialect.readStream();
    const parts = [
      ...reader.read({ event: '', data: JSON.stringify(told) }),
      ...reader.read({ event: '', data: '[DONE]' }),
    ];
    const last = parts.at(-1);
    assert.ok(last?.type === 'finish');
    assert.deepEqual(last.usage, expected);
  });
}
