import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import OpenAI from 'openai';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { startHost } from '../start-host.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiRules } from './openai-rules.ts';

const host = await startHost(openaiChat({ rules: openaiRules }));
after(() => host.close());
const openai = new OpenAI({ apiKey: 'any', baseURL: `${host.url}/v1`, maxRetries: 0 });

const model = 'gpt-4o-mini';
const user = { role: 'user' as const, content: 'When is low tide?' };
const weather = {
  type: 'function' as const,
  function: { name: 'weather', parameters: { type: 'object', properties: {} } },
};
type Body = ChatCompletionCreateParamsNonStreaming;

const call = { id: 'call_1', type: 'function' as const, function: { name: 'weather', arguments: '{}' } };
const turn = { role: 'assistant' as const, content: null, tool_calls: [call] };
const refused: Record<string, [object, RegExp]> = {
  'an unknown member': [{ thinking: { type: 'enabled' } }, /Unknown parameter: 'thinking'/],
  'an unknown member of a message': [{ messages: [{ ...user, reasoning_content: 'x' }] }, /messages\[0\]/],
  'a call without an answer': [{ messages: [user, turn, user] }, /did not have response messages: call_1/],
  'an answer without a call': [
    { messages: [user, { role: 'tool', tool_call_id: 'call_1', content: 'x' }] },
    /must be a response to a preceding/,
  ],
  'an old limit on a reasoning model': [{ model: 'gpt-5.5', max_tokens: 9 }, /max_completion_tokens/],
  'a temperature on a reasoning model': [{ model: 'gpt-5.5', temperature: 0.3 }, /temperature/],
  'tools with reasoning': [{ model: 'gpt-5.6-luna', tools: [weather] }, /v1\/responses/],
  'no effort where there always is some': [{ model: 'gpt-6-astra', reasoning_effort: 'none' }, /reasoning_effort/],
  'usage asked of a whole reply': [{ stream_options: { include_usage: true } }, /stream_options/],
  'a choice among no tools': [{ tool_choice: 'auto' }, /tool_choice/],
  'JSON mode without the word': [{ response_format: { type: 'json_object' } }, /the word 'json'/],
  'an open schema in strict mode': [
    {
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'a', strict: true, schema: { type: 'object', properties: {} } },
      },
    },
    /additionalProperties/,
  ],
  'a role that is none': [{ messages: [{ role: 'model', content: 'Hi' }] }, /Invalid value: 'model'/],
  'an empty list of calls': [{ messages: [user, { ...turn, tool_calls: [] }, user] }, /empty array/],
  'two calls of one id': [
    {
      messages: [user, { ...turn, tool_calls: [call, call] }, { role: 'tool', tool_call_id: 'call_1', content: 'x' }],
    },
    /Duplicate id/,
  ],
  'a turn without content': [{ messages: [{ role: 'user', content: null }] }, /expected a string/],
  'an empty list of parts': [{ messages: [{ role: 'user', content: [] }] }, /Invalid type/],
  'a picture in a system message': [
    {
      messages: [
        { role: 'system', content: [{ type: 'image_url', image_url: { url: 'https://a.example/1.png' } }] },
        user,
      ],
    },
    /Invalid value: 'image_url'/,
  ],
  'a file that only another account has': [
    { messages: [{ role: 'user', content: [{ type: 'file', file: { file_id: 'file-1' } }] }] },
    /file_data/,
  ],
  'a schema without its name': [{ response_format: { type: 'json_schema' } }, /response_format\.json_schema/],
  'a word on parallel calls without tools': [{ parallel_tool_calls: false }, /parallel_tool_calls/],
  'parameters that are no object': [
    { tools: [{ type: 'function', function: { name: 'a', parameters: { type: 'string' } } }] },
    /type: "object"/,
  ],
  'an open tool in strict mode': [
    { tools: [{ ...weather, function: { ...weather.function, strict: true } }] },
    /Invalid schema for function 'weather'/,
  ],
  'a choice of a tool that is not there': [
    { tools: [weather], tool_choice: { type: 'function', function: { name: 'tide' } } },
    /Tool choice 'tide' not found/,
  ],
  'a picture that is none': [
    {
      messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } }] }],
    },
    /image\/png/,
  ],
};
for (const [what, [change, message]] of Object.entries(refused)) {
  test(`refuses ${what}`, async () => {
    const asked = openai.chat.completions.create({ model, messages: [user], ...change } as Body);
    await assert.rejects(asked, (error: InstanceType<typeof OpenAI.APIError>) => {
      assert.equal(error.status, 400);
      assert.match(error.message, message);
      return true;
    });
  });
}

test('refuses what is no JSON', async () => {
  const reply = await fetch(`${host.url}/v1/chat/completions`, { method: 'POST', body: 'model=x' });
  assert.equal(reply.status, 400);
  assert.match(await reply.text(), /could not parse/);
});
