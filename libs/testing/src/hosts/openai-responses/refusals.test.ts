import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import OpenAI from 'openai';
import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
import { bearer } from '../proof/proof.ts';
import { startHost } from '../start-host.ts';
import { openaiResponses } from './openai-responses.ts';
import { encryptedContent } from './verify-items.ts';

const host = await startHost(openaiResponses({ proof: bearer('sk-right') }));
after(() => host.close());
const openai = new OpenAI({ apiKey: 'sk-right', baseURL: `${host.url}/v1`, maxRetries: 0 });

type Body = ResponseCreateParamsNonStreaming;
const input = [{ role: 'user' as const, content: 'When is low tide?' }];
const plain: Body = { model: 'gpt-5.6-luna', input };
const weather = {
  type: 'function' as const,
  name: 'weather',
  strict: true,
  parameters: { type: 'object', properties: {}, required: [], additionalProperties: false },
};
const call = { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{}' };
const output = { type: 'function_call_output', call_id: 'call_1', output: 'x' };
const { name, parameters } = weather;
const refused: Record<string, [object, RegExp]> = {
  'a member of chat completions': [{ messages: [] }, /Unknown parameter: 'messages'/],
  'a nested tool': [{ tools: [{ type: 'function', function: { name, parameters } }] }, /tools\[0\]\.name/],
  'an open schema, strict being the default': [
    { tools: [{ type: 'function', name, parameters: { type: 'object', properties: {} } }] },
    /additionalProperties/,
  ],
  'a call without its output': [{ input: [...input, call] }, /No tool output found/],
  'an output without its call': [{ input: [...input, output] }, /No tool call found/],
  'reasoning that was made elsewhere': [
    { input: [...input, { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' }] },
    /could not be verified/,
  ],
  'reasoning without what followed it': [
    { input: [{ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: encryptedContent('rs_1') }, ...input] },
    /required following item/,
  ],
  'text of the user in the words of the assistant': [
    { input: [{ role: 'assistant', content: [{ type: 'input_text', text: 'Hi' }] }] },
    /'output_text'/,
  ],
  'an unknown member of an item': [{ input: [{ role: 'user', content: 'Hi', name: 'x' }] }, /input\[0\]/],
  'an empty input': [{ input: [] }, /empty array/],
  'an item that it does not know': [{ input: [...input, { type: 'tool_result' }] }, /Invalid value: 'tool_result'/],
  'a choice of a tool that is not there': [
    { tools: [weather], tool_choice: { type: 'function', name: 'tide' } },
    /Tool choice 'tide' not found/,
  ],
  'an open schema of the answer': [
    { text: { format: { type: 'json_schema', name: 'a', schema: { type: 'object', properties: {} } } } },
    /Invalid schema for response_format/,
  ],
  'JSON mode without the word': [{ text: { format: { type: 'json_object' } } }, /the word 'json'/],
  'a response that it did not keep': [{ previous_response_id: 'resp_1' }, /resp_1/],
  'a limit below 16': [{ max_output_tokens: 8 }, /max_output_tokens/],
  'an id of another kind of item': [{ input: [...input, { ...call, id: 'call_1' }, output] }, /input\[1\]\.id/],
};
for (const [what, [change, message]] of Object.entries(refused)) {
  test(`refuses ${what}`, async () => {
    const asked = openai.responses.create({ ...plain, ...change } as Body);
    await assert.rejects(asked, (error: InstanceType<typeof OpenAI.APIError>) => {
      assert.equal(error.status, 400);
      assert.match(error.message, message);
      return true;
    });
  });
}

test('refuses reasoning of which nothing was kept', async () => {
  const reasoning = { type: 'reasoning' as const, id: 'rs_1', summary: [] };
  await assert.rejects(openai.responses.create({ ...plain, input: [reasoning, ...input] }), { status: 404 });
});

test('refuses a wrong key, and what is no JSON', async () => {
  const ask = (key: string, body: string) =>
    fetch(`${host.url}/v1/responses`, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body });
  assert.equal((await ask('sk-wrong', '{}')).status, 401);
  assert.match(await (await ask('sk-right', 'x')).text(), /could not parse/);
});
