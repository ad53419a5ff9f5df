import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UsageTokens } from '@switchyard/contracts';
import { readUsage, writeUsage } from './usage.ts';

const read = (...events: object[]) =>
  events.reduce<UsageTokens | undefined>((before, event) => readUsage(event, before) ?? before, undefined);
const starting = (usage: object) => ({ type: 'message_start', message: { usage } });
const ending = (usage: object) => ({ type: 'message_delta', delta: {}, usage });

/** Events and the record they must become. */
const samples: [string, object[], object | undefined][] = [
  [
    'a whole message',
    [{ usage: { input_tokens: 10, cache_read_input_tokens: 90, cache_creation_input_tokens: 20, output_tokens: 5 } }],
    { prompt: 120, completion: 5, cacheRead: 90, cacheWrite: 20 },
  ],
  [
    'input at the start, output at the end',
    [starting({ input_tokens: 10, cache_read_input_tokens: 90, output_tokens: 1 }), ending({ output_tokens: 23 })],
    { prompt: 100, completion: 23, cacheRead: 90, cacheWrite: 0 },
  ],
  [
    'input corrected at the end',
    [starting({ input_tokens: 10, output_tokens: 1 }), ending({ input_tokens: 12, output_tokens: 3 })],
    { prompt: 12, completion: 3, cacheRead: 0, cacheWrite: 0 },
  ],
  [
    'only at the start',
    [starting({ input_tokens: 10, output_tokens: 4 })],
    { prompt: 10, completion: 4, cacheRead: 0, cacheWrite: 0 },
  ],
  [
    'only at the end',
    [ending({ input_tokens: 8, output_tokens: 4 })],
    { prompt: 8, completion: 4, cacheRead: 0, cacheWrite: 0 },
  ],
  [
    'zeros at the end that are no correction',
    [
      starting({ input_tokens: 10, cache_read_input_tokens: 5 }),
      ending({ input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 4 }),
    ],
    { prompt: 15, completion: 4, cacheRead: 5, cacheWrite: 0 },
  ],
  [
    'a start that is repeated at the end',
    [
      starting({ input_tokens: 10, output_tokens: 0 }),
      ending({ output_tokens: 9 }),
      starting({ input_tokens: 10, output_tokens: 0 }),
    ],
    { prompt: 10, completion: 9, cacheRead: 0, cacheWrite: 0 },
  ],
  [
    'nulls say nothing',
    [
      starting({ input_tokens: 10, output_tokens: 2 }),
      ending({ input_tokens: null, output_tokens: null, cache_read_input_tokens: 3 }),
    ],
    { prompt: 13, completion: 2, cacheRead: 3, cacheWrite: 0 },
  ],
  [
    'cache writes by lifetime',
    [
      {
        usage: {
          input_tokens: 1,
          cache_creation: { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 4 },
          output_tokens: 1,
        },
      },
    ],
    { prompt: 8, completion: 1, cacheRead: 0, cacheWrite: 7, cacheWrite1h: 4 },
  ],
  [
    'thinking and tools of the host',
    [
      {
        usage: {
          input_tokens: 1,
          output_tokens: 9,
          output_tokens_details: { thinking_tokens: 6 },
          server_tool_use: { web_search_requests: 2, web_fetch_requests: 0 },
        },
      },
    ],
    { prompt: 1, completion: 9, cacheRead: 0, cacheWrite: 0, reasoning: 6, toolCalls: { web_search: 2 } },
  ],
  [
    'compaction and advice are added',
    [
      {
        usage: {
          input_tokens: 10,
          output_tokens: 5,
          iterations: [
            { type: 'message', input_tokens: 10, output_tokens: 5 },
            { type: 'compaction', input_tokens: 100, cache_read_input_tokens: 7, output_tokens: 20 },
            { type: 'advisor_message', input_tokens: 3, output_tokens: 2 },
          ],
        },
      },
    ],
    { prompt: 120, completion: 27, cacheRead: 7, cacheWrite: 0 },
  ],
  [
    'compaction adds to cache writes of each lifetime',
    [
      {
        usage: {
          input_tokens: 10,
          cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 4 },
          output_tokens: 5,
          iterations: [
            {
              type: 'compaction',
              input_tokens: 100,
              cache_creation: { ephemeral_5m_input_tokens: 2, ephemeral_1h_input_tokens: 30 },
              output_tokens: 20,
            },
          ],
        },
      },
    ],
    { prompt: 146, completion: 25, cacheRead: 0, cacheWrite: 36, cacheWrite1h: 34 },
  ],
  [
    'after a fallback the top level is all',
    [
      {
        usage: {
          input_tokens: 10,
          output_tokens: 5,
          iterations: [
            { type: 'compaction', input_tokens: 100, output_tokens: 20 },
            { type: 'fallback_message', input_tokens: 10, output_tokens: 5 },
          ],
        },
      },
    ],
    { prompt: 10, completion: 5, cacheRead: 0, cacheWrite: 0 },
  ],
  ['a text', [{ type: 'content_block_delta', delta: { text: 'x' } }], undefined],
  ['no figures', [ending({ service_tier: 'standard' })], undefined],
  ['absurd figures', [ending({ input_tokens: 1e300, output_tokens: -1 })], undefined],
];

for (const [name, events, expected] of samples) {
  test(`usage as reported: ${name}`, () => assert.deepEqual(read(...events), expected));
}

test('usage that is written reads back as it was', () => {
  const usage = { prompt: 120, completion: 9, cacheRead: 60, cacheWrite: 20, reasoning: 4 };
  assert.deepEqual(readUsage({ usage: writeUsage(usage) }), usage);
});
