import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { picture } from '../midjourney.ts';
import { bearer } from '../proof/proof.ts';
import { startHost } from '../start-host.ts';
import { bedrockConverse } from './bedrock-converse.ts';

const host = await startHost(bedrockConverse({ proof: bearer('api-key') }));
after(() => host.close());

const user = (...content: object[]) => ({ role: 'user', content });
const question = user({ text: 'When is low tide?' });
const call = { role: 'assistant', content: [{ toolUse: { toolUseId: 't1', name: 'tide', input: {} } }] };
const result = user({ toolResult: { toolUseId: 't1', content: [{ text: 'At noon.' }] } });
const toolConfig = { tools: [{ toolSpec: { name: 'tide', inputSchema: { json: { type: 'object' } } } }] };

async function ask(body: object, key = 'api-key') {
  const response = await fetch(`${host.url}/model/amazon.nova-pro-v1%3A0/converse`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

test('a call is made, and its result read', async () => {
  assert.match((await ask({ messages: [question], toolConfig })).text, /"toolUse":.*"stopReason":"tool_use"/);
  assert.match((await ask({ messages: [question, call, result], toolConfig })).text, /At noon\..*"end_turn"/);
});

test('a schema in the instructions is obeyed', async () => {
  const schema = { type: 'object', properties: { port: { type: 'string' } }, required: ['port'] };
  const system = [{ text: `Answer with JSON of this schema:\n${JSON.stringify(schema)}` }];
  const { text } = await ask({ messages: [question], system });
  assert.deepEqual(Object.keys(JSON.parse(JSON.parse(text).output.message.content[0].text)), ['port']);
});

for (const [what, body] of [
  ['two turns of the user', { messages: [question, question] }],
  ['a first turn of the assistant', { messages: [{ role: 'assistant', content: [{ text: 'Hi' }] }] }],
  ['a last turn of the assistant', { messages: [question, { role: 'assistant', content: [{ text: 'Hi' }] }] }],
  ['a call without its result', { messages: [question, call, question], toolConfig }],
  ['a call without declared tools', { messages: [question, call, result] }],
  ['a blank text', { messages: [user({ text: '' })] }],
  ['a model in the body', { model: 'amazon.nova-pro-v1:0', messages: [question] }],
  [
    'a picture by its address',
    { messages: [user({ image: { format: 'png', source: { url: 'https://e.example' } } })] },
  ],
  [
    'a picture of another kind',
    { messages: [user({ image: { format: 'gif', source: { bytes: picture.toString('base64') } } })] },
  ],
] as const) {
  test(`${what} is refused`, async () => {
    assert.equal((await ask(body)).status, 400);
  });
}

test('another key is refused', async () => {
  assert.equal((await ask({ messages: [question] }, 'other')).status, 403);
});
