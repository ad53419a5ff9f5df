import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UsageTokens } from '@switchyard/contracts';
import { sse } from '../egress/framing/sse.ts';
import { replay, textOf } from '../harness/replay.ts';
import { providers } from './index.ts';

interface Sample {
  readonly name: string;
  readonly what: string;
  readonly chunks: readonly object[];
  /** Some hosts just close the connection. */
  readonly done?: false;
  readonly reasoning?: string;
  readonly text: string;
  readonly usage: Partial<UsageTokens>;
}

const choice = (delta: object, finish_reason: string | null = null, more: object = {}) => ({
  index: 0,
  delta,
  finish_reason,
  ...more,
});

const samples: readonly Sample[] = [
  {
    name: 'moonshot',
    what: 'usage inside the choice',
    chunks: [
      { id: 'cmpl-1', model: 'kimi-k3', choices: [choice({ role: 'assistant', reasoning_content: 'hm' })] },
      { id: 'cmpl-1', choices: [choice({ content: 'Ebbe — 潮' })] },
      {
        id: 'cmpl-1',
        choices: [
          choice({}, 'stop', { usage: { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13, cached_tokens: 5 } }),
        ],
      },
    ],
    reasoning: 'hm',
    text: 'Ebbe — 潮',
    usage: { prompt: 9, completion: 4, cacheRead: 5 },
  },
  {
    name: 'siliconcloud',
    what: 'usage on every chunk, of which the last counts',
    chunks: [
      {
        id: 'sf1',
        choices: [choice({ content: null, reasoning_content: 'Tide', role: 'assistant' })],
        usage: { prompt_tokens: 12, completion_tokens: 1, total_tokens: 13 },
      },
      {
        id: 'sf1',
        choices: [choice({ content: '16:40', reasoning_content: null }, 'stop')],
        usage: {
          prompt_tokens: 12,
          completion_tokens: 7,
          total_tokens: 19,
          completion_tokens_details: { reasoning_tokens: 3 },
        },
      },
    ],
    reasoning: 'Tide',
    text: '16:40',
    usage: { prompt: 12, completion: 7, reasoning: 3 },
  },
  {
    name: 'lingyi',
    what: 'members of its own and usage unasked',
    chunks: [
      { id: 'c', choices: [choice({ role: 'assistant', content: 'Hi' })], content: 'Hi', lastOne: false },
      {
        id: 'c',
        choices: [choice({}, 'stop')],
        content: '',
        usage: { completion_tokens: 2, prompt_tokens: 5, total_tokens: 7 },
        lastOne: true,
      },
    ],
    text: 'Hi',
    usage: { prompt: 5, completion: 2 },
  },
  {
    name: 'custom',
    what: 'neither ids nor an end mark',
    chunks: [
      { choices: [{ delta: { content: '16:40' } }] },
      {
        choices: [{ delta: {}, finish_reason: 'stop' }],
        usage: { prompt_tokens: 8, completion_tokens: 3, total_tokens: 11 },
      },
    ],
    done: false,
    text: '16:40',
    usage: { prompt: 8, completion: 3 },
  },
  {
    name: 'groq',
    what: 'reasoning under another name and usage in a place of its own',
    chunks: [
      { id: 'g', choices: [choice({ role: 'assistant', reasoning: 'hm' })] },
      { id: 'g', choices: [choice({ content: 'Ebb' })] },
      {
        id: 'g',
        choices: [choice({}, 'stop')],
        x_groq: { usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 } },
      },
    ],
    reasoning: 'hm',
    text: 'Ebb',
    usage: { prompt: 7, completion: 2 },
  },
  {
    name: 'cloudflare',
    what: 'the finish on the chunk with the usage',
    chunks: [
      { id: 'f', choices: [choice({ content: 'Spring' })] },
      {
        id: 'f',
        choices: [choice({ content: ' tide' }, 'stop')],
        usage: { prompt_tokens: 14, completion_tokens: 4, total_tokens: 18 },
      },
    ],
    text: 'Spring tide',
    usage: { prompt: 14, completion: 4 },
  },
];

for (const { name, what, chunks, done, reasoning = '', text, usage } of samples) {
  test(`a stream of ${name} is read, wherever it is cut: ${what}`, () => {
    const endpoint = providers.find((provider) => provider.name === name)?.endpoints[0];
    assert.ok(endpoint?.operation === 'chat');
    const events = [...chunks.map((chunk) => JSON.stringify(chunk)), ...(done === false ? [] : ['[DONE]'])];
    const bytes = events.map((event) => `data: ${event}\n\n`).join('');
    const parts = replay(bytes, sse, endpoint.dialect.readStream);
    assert.equal(textOf(parts, 'reasoning'), reasoning);
    assert.equal(textOf(parts, 'text'), text);
    const last = parts.at(-1);
    assert.ok(last?.type === 'finish');
    assert.equal(last.finishReason.unified, 'stop');
    assert.deepEqual({ ...last.usage, ...usage }, last.usage);
  });
}
