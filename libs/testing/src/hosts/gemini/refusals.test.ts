import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  ApiError,
  type Content,
  FunctionCallingConfigMode,
  type GenerateContentParameters,
  GoogleGenAI,
  ThinkingLevel,
} from '@google/genai';
import { headerKey } from '../proof/proof.ts';
import { startHost } from '../start-host.ts';
import { gemini } from './gemini.ts';

const key = 'AIza-right';
const host = await startHost(gemini({ proof: headerKey('x-goog-api-key', key) }));
after(() => host.close());
const google = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: host.url } });

const model = 'gemini-3.8-flash';
const parametersJsonSchema = { type: 'object', properties: { city: { type: 'string' } } };
const tools = [{ functionDeclarations: [{ name: 'weather', parametersJsonSchema }] }];
const user: Content = { role: 'user', parts: [{ text: 'When is low tide?' }] };
const plain: GenerateContentParameters = { model, contents: [user] };

const call = { functionCall: { name: 'weather', args: {} }, thoughtSignature: 'skip_thought_signature_validator' };
const turn: Content = { role: 'model', parts: [call] };
const flash25 = 'gemini-2.5-flash';
const mode = FunctionCallingConfigMode;
const refused: Record<string, [Partial<GenerateContentParameters>, RegExp]> = {
  'two turns of the user': [{ contents: [user, user] }, /alternate/],
  'a first turn of the model': [{ contents: [{ role: 'model', parts: [{ text: 'Hi' }] }, user] }, /comes immediately/],
  'a role that it does not know': [{ contents: [user, { role: 'assistant', parts: [{ text: 'Hi' }] }] }, /valid role/],
  'an answer of a tool that is not there': [{ contents: [user, turn, user] }, /number of function response/],
  'an answer of another tool': [
    {
      contents: [user, turn, { role: 'user', parts: [{ functionResponse: { name: 'tide', response: {} } }] }],
    },
    /does not match/,
  ],
  'empty text': [{ contents: [{ role: 'user', parts: [{ text: '' }] }] }, /must not be empty/],
  'a budget and a level': [
    { config: { thinkingConfig: { thinkingBudget: 512, thinkingLevel: ThinkingLevel.LOW } } },
    /only set one/,
  ],
  'no thinking where it is always on': [{ config: { thinkingConfig: { thinkingBudget: 0 } } }, /thinking mode/],
  'a level that the model lacks': [{ config: { thinkingConfig: { thinkingLevel: ThinkingLevel.MINIMAL } } }, /MINIMAL/],
  'a level on an older model': [
    { model: flash25, config: { thinkingConfig: { thinkingLevel: ThinkingLevel.LOW } } },
    /Thinking level is not/,
  ],
  'too small a budget': [
    { model: 'gemini-2.5-pro', config: { thinkingConfig: { thinkingBudget: 64 } } },
    /between 128 and 32768/,
  ],
  'JSON with tools on an older model': [
    { model: flash25, config: { tools, responseMimeType: 'application/json' } },
    /Function calling with a response mime type/,
  ],
  'a schema without its media type': [{ config: { responseJsonSchema: {} } }, /response_mime_type/],
  'JSON Schema where Google’s own is due': [
    {
      config: {
        responseMimeType: 'application/json',
        responseSchema: { type: 'OBJECT', properties: { a: { type: 'STRING' } }, $defs: {} } as never,
      },
    },
    /Unknown name .*defs/,
  ],
  'names without the mode for them': [
    {
      config: { tools, toolConfig: { functionCallingConfig: { mode: mode.AUTO, allowedFunctionNames: ['weather'] } } },
    },
    /Allowed function names/,
  ],
  'tools of Google beside functions without leave': [
    { config: { tools: [...tools, { googleSearch: {} }] } },
    /include_server_side_tool_invocations/,
  ],
  'an end with the model': [{ contents: [user, { role: 'model', parts: [{ text: 'At six.' }] }] }, /end with a user/],
  'a part of nothing': [{ contents: [{ role: 'user', parts: [{ thought: true }] }] }, /required oneof field/],
  'a call of the user': [{ contents: [{ ...turn, role: 'user' }] }, /belong to the model/],
  'a result of the model': [
    { contents: [user, { role: 'model', parts: [{ functionResponse: { name: 'weather', response: {} } }] }, user] },
    /belong to the user/,
  ],
  'a result with an id of its own': [
    {
      contents: [
        user,
        turn,
        { role: 'user', parts: [{ functionResponse: { id: 'x', name: 'weather', response: {} } }] },
      ],
    },
    /no function call has/,
  ],
  'two schemas of parameters': [
    {
      config: {
        tools: [
          { functionDeclarations: [{ name: 'a', parametersJsonSchema, parameters: { type: 'OBJECT' as never } }] },
        ],
      },
    },
    /mutually exclusive/,
  ],
  'parameters without properties': [
    {
      config: {
        tools: [{ functionDeclarations: [{ name: 'a', parameters: { type: 'OBJECT' as never, properties: {} } }] }],
      },
    },
    /non-empty for OBJECT/,
  ],
  'parameters that are no schema': [
    { config: { tools: [{ functionDeclarations: [{ name: 'a', parametersJsonSchema: 'x' }] }] } },
    /must be a JSON Schema/,
  ],
  'two functions of one name': [{ config: { tools: [...tools, ...tools] } }, /Duplicate function declaration/],
  'tools of Google beside functions on an older model': [
    { model: flash25, config: { tools: [...tools, { googleSearch: {} }] } },
    /cannot be combined/,
  ],
  'a name that is not declared': [
    { config: { tools, toolConfig: { functionCallingConfig: { mode: mode.ANY, allowedFunctionNames: ['tide'] } } } },
    /tide is not declared/,
  ],
  'two schemas of the answer': [
    {
      config: {
        responseMimeType: 'application/json',
        responseJsonSchema: parametersJsonSchema,
        responseSchema: { type: 'STRING' as never },
      },
    },
    /cannot both be set/,
  ],
  'six sequences to stop at': [{ config: { stopSequences: ['1', '2', '3', '4', '5', '6'] } }, /stopSequences/],
};
for (const [what, [change, message]] of Object.entries(refused)) {
  test(`refuses ${what}`, async () => {
    await assert.rejects(google.models.generateContent({ ...plain, ...change }), (error: ApiError) => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.status, 400);
      assert.match(error.message, message);
      return true;
    });
  });
}

test('a wrong key is a bad request with its reason, as Google answers it', async () => {
  const stranger = new GoogleGenAI({ apiKey: 'wrong', httpOptions: { baseUrl: host.url } });
  await assert.rejects(stranger.models.generateContent(plain), (error: ApiError) => {
    assert.equal(error.status, 400);
    assert.match(error.message, /API_KEY_INVALID/);
    return true;
  });
});

const texts = { parts: [{ text: 'low' }] };
const bodies: [string, string, object, RegExp][] = [
  ['a foreign member', 'generateContent', { contents: [user], messages: [] }, /Unknown name .*messages/],
  [
    'an embedding for another model',
    'embedContent',
    { model: 'models/other', content: texts },
    /not the model of the path/,
  ],
  ['a batch that does not repeat the model', 'batchEmbedContents', { requests: [{ content: texts }] }, /is required/],
];
for (const [what, method, body, message] of bodies) {
  test(`refuses ${what}`, async () => {
    const reply = await fetch(`${host.url}/v1beta/models/${model}:${method}`, {
      method: 'POST',
      headers: { 'x-goog-api-key': key },
      body: JSON.stringify(body),
    });
    assert.equal(reply.status, 400);
    assert.match(await reply.text(), message);
  });
}

test('refuses what is no JSON, and whoever has no key', async () => {
  const address = `${host.url}/v1beta/models/${model}:generateContent`;
  const ask = (headers: Record<string, string>) => fetch(address, { method: 'POST', headers, body: 'x' });
  assert.match(await (await ask({ 'x-goog-api-key': key })).text(), /Invalid JSON payload/);
  assert.equal((await ask({})).status, 403);
});

test('a platform refuses ids, contents without a role and leave for tools of Google', async () => {
  const platform = await startHost(gemini({ callIds: false, rolesRequired: true, serverSideTools: false }));
  const id = { id: 'fc1', name: 'weather' };
  const called = { role: 'model', parts: [{ ...call, functionCall: { ...id, args: {} } }] };
  const results = { role: 'user', parts: [{ functionResponse: { name: 'weather', response: {} } }] };
  for (const body of [
    { contents: [user, called, results] },
    { contents: [texts] },
    { contents: [user], toolConfig: { includeServerSideToolInvocations: true } },
  ]) {
    const address = `${platform.url}/v1/models/${model}:generateContent`;
    const reply = await fetch(address, { method: 'POST', body: JSON.stringify(body) });
    assert.equal(reply.status, 400, JSON.stringify(body));
  }
  await platform.close();
});
