import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import type { MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages';
import { picture } from '../midjourney.ts';
import { headerKey } from '../proof/proof.ts';
import { startHost } from '../start-host.ts';
import { anthropicMessages } from './anthropic-messages.ts';

const key = 'sk-ant-right';
const host = await startHost(anthropicMessages({ proof: headerKey('x-api-key', key) }));
after(() => host.close());
const version = { 'anthropic-version': '2023-06-01', 'x-api-key': key };
const claude = new Anthropic({ apiKey: key, baseURL: host.url, maxRetries: 0, defaultHeaders: version });

type Body = MessageCreateParamsNonStreaming;
const user = { role: 'user' as const, content: 'When is low tide?' };
const older = 'claude-haiku-4-5-20251001';
const newest = 'claude-opus-5-5';
const budget = { thinking: { type: 'enabled' as const, budget_tokens: 1024 } };
const tools = [{ name: 'weather', input_schema: { type: 'object' as const, properties: {} } }];
const plain: Body = { model: older, max_tokens: 4_000, messages: [user] };

const callTurn = { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'weather', input: {} }] };
const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'x' };
const png = picture.toString('base64');
const refused: Record<string, [object, RegExp]> = {
  'a foreign member': [{ reasoning_effort: 'low' }, /reasoning_effort: Extra inputs/],
  'no limit': [{ max_tokens: undefined }, /max_tokens: Field required/],
  'a first turn of the assistant': [{ messages: [{ role: 'assistant', content: 'Hi' }, user] }, /first message/],
  'a call without its result': [{ messages: [user, callTurn, user], tools }, /without `tool_result`/],
  'a result after text': [
    { messages: [user, callTurn, { role: 'user', content: [{ type: 'text', text: 'Here' }, result] }], tools },
    /must come first/,
  ],
  'a result without a call': [{ messages: [{ role: 'user', content: [result] }] }, /unexpected `tool_use_id`/],
  'empty text': [{ messages: [{ role: 'user', content: '' }] }, /non-empty/],
  'trailing blanks': [{ messages: [user, { role: 'assistant', content: 'It is ' }] }, /trailing whitespace/],
  'a prefilled answer': [{ model: newest, messages: [user, { role: 'assistant', content: 'It is' }] }, /prefill/],
  'a name of a tool with a dot': [{ tools: [{ ...tools[0], name: 'a.b' }] }, /tools\.0\.name/],
  'both temperature and top_p': [{ temperature: 0.5, top_p: 0.5 }, /cannot both/],
  'sampling on a newer model': [{ model: newest, temperature: 0.5 }, /temperature/],
  'a budget on a newer model': [{ model: newest, ...budget }, /thinking\.type\.enabled/],
  'no thinking where it is always on': [{ model: newest, thinking: { type: 'disabled' } }, /disabled/],
  'a budget above the limit': [{ ...budget, max_tokens: 1000 }, /greater than/],
  'an effort that the model lacks': [{ output_config: { effort: 'low' } }, /effort/],
  'a forced tool where none can be': [{ model: newest, tools, tool_choice: { type: 'any' } }, /tool_choice/],
  'a forced tool with thinking': [{ ...budget, tools, tool_choice: { type: 'any' } }, /Thinking may not/],
  'a system turn on an older model': [{ messages: [user, { role: 'system', content: 'Be brief.' }, user] }, /role/],
  'a turn without blocks': [{ messages: [{ role: 'user', content: [] }] }, /must not be empty/],
  'a call in a turn of the user': [{ messages: [{ ...callTurn, role: 'user' }] }, /not permitted here/],
  'two results of one call': [
    { messages: [user, callTurn, { role: 'user', content: [result, result] }], tools },
    /single result/,
  ],
  'two calls of one id': [
    {
      messages: [
        user,
        { ...callTurn, content: [...callTurn.content, ...callTurn.content] },
        { role: 'user', content: [result] },
      ],
      tools,
    },
    /ids must be unique/,
  ],
  'an end with a call': [{ messages: [user, callTurn], tools }, /without `tool_result`/],
  'a forced tool without tools': [{ tool_choice: { type: 'any' } }, /while providing tools/],
  'a forced tool that is not there': [{ tools, tool_choice: { type: 'tool', name: 'tide' } }, /'tide' not found/],
  'a temperature with thinking': [{ ...budget, temperature: 0.5 }, /set to 1/],
  'top_k with thinking': [{ ...budget, top_k: 5 }, /top_k/],
  'thinking without a budget': [{ thinking: { type: 'enabled' } }, /budget_tokens: Field required/],
  'a budget for adaptive thinking': [
    { model: newest, thinking: { type: 'adaptive', budget_tokens: 2048 } },
    /budget_tokens: Extra inputs/,
  ],
  'a display of no thinking': [{ thinking: { type: 'disabled', display: 'omitted' } }, /display: Extra inputs/],
  'no thinking at a high effort': [
    { model: 'claude-opus-5', thinking: { type: 'disabled' }, output_config: { effort: 'max' } },
    /with this effort/,
  ],
  'five marks for the cache': [
    {
      messages: [
        { role: 'user', content: Array(5).fill({ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }) },
      ],
    },
    /maximum of 4/,
  ],
  'a say on bound thinking without its beta': [
    { model: newest, thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } } },
    /block_binding/,
  ],
  'two tools of one name': [{ tools: [...tools, ...tools] }, /must be unique/],
  'an open tool in strict mode': [{ tools: [{ ...tools[0], strict: true }] }, /additionalProperties/],
  'a keyword that schemas there lack': [
    {
      output_config: {
        format: {
          type: 'json_schema',
          schema: { type: 'object', properties: { a: { type: 'number', minimum: 1 } }, additionalProperties: false },
        },
      },
    },
    /'minimum' is not supported/,
  ],
  'an open schema': [
    { output_config: { format: { type: 'json_schema', schema: { type: 'object' } } } },
    /additionalProperties/,
  ],
  'a picture of another type': [
    {
      messages: [
        {
          role: 'user',
          content: [{ type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: png } }],
        },
      ],
    },
    /image\/jpeg/,
  ],
};
for (const [what, [change, message]] of Object.entries(refused)) {
  test(`refuses ${what}`, async () => {
    const asked = claude.messages.create({ ...plain, ...change } as Body);
    await assert.rejects(asked, (error: InstanceType<typeof Anthropic.APIError>) => {
      assert.equal(error.status, 400);
      assert.match(error.message, message);
      return true;
    });
  });
}

const cited = { type: 'text', text: 'Hi', citations: [{}] };
const document = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Tides' } };
const strict = { 'anthropic-version': '2026-10-21' };
const controls = { 'anthropic-beta': 'a, thinking-binding-controls-2026-08-01' };
const binding = {
  model: newest,
  thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } },
};
const turns = [user, { role: 'assistant', content: [document] }, user];
const byHeader: [string, Record<string, string>, object, number][] = [
  ['no version', { 'anthropic-version': '' }, {}, 400],
  ['an unknown version', { 'anthropic-version': '2024-01-01' }, {}, 400],
  ['the newest version', strict, {}, 200],
  ['sampling in the newest version', strict, { temperature: 0.5 }, 400],
  ['a document of the assistant', {}, { messages: turns }, 200],
  ['a document of the assistant in the newest version', strict, { messages: turns }, 400],
  ['citations of the user', {}, { messages: [{ role: 'user', content: [cited] }] }, 200],
  ['citations of the user in the newest version', strict, { messages: [{ role: 'user', content: [cited] }] }, 400],
  ['a say on bound thinking with its beta', controls, binding, 200],
];
for (const [what, headers, change, status] of byHeader) {
  test(`${status === 200 ? 'takes' : 'refuses'} ${what}`, async () => {
    const reply = await fetch(`${host.url}/v1/messages`, {
      method: 'POST',
      headers: { ...version, ...headers },
      body: JSON.stringify({ ...plain, ...change }),
    });
    assert.equal(reply.status, status, await reply.text());
  });
}

test('refuses a call without a version, what is no JSON, and a limit where tokens are counted', async () => {
  const ask = (path: string, headers: Record<string, string>, body: string) =>
    fetch(`${host.url}/v1/messages${path}`, { method: 'POST', headers, body });
  assert.match(await (await ask('', { 'x-api-key': key }, '{}')).text(), /header is required/);
  assert.match(await (await ask('', version, 'x')).text(), /not valid JSON/);
  assert.match(await (await ask('/count_tokens', version, JSON.stringify(plain))).text(), /max_tokens: Extra/);
});
