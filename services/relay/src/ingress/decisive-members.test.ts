import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GatewayError } from '../errors.ts';
import { unpricedMembers } from './decisive-members.ts';
import { JsonBody } from './json-body.ts';
import { MultipartBody } from './multipart-body.ts';
import type { RequestBody } from './request-body.ts';

const order = {
  model: 'cheap',
  messages: [],
  temperature: 1,
  'x-Own': 1,
  größe: 2,
  enableThinking: true,
  max_tokens: 5,
};

test('a name that a host may take for one that decides here is refused, whatever its letters', () => {
  assert.equal(unpricedMembers(JsonBody.of(order)), undefined);
  const google = { contents: [], generationConfig: {}, systemInstruction: {}, serviceTier: 'flex' };
  assert.equal(unpricedMembers(JsonBody.of(google)), undefined);
  for (const [name, known] of [
    ['Model', 'model'],
    ['N', 'n'],
    ['SIZE', 'size'],
    ['\u017fize', 'size'],
    ['max_to\u212aens', 'max_tokens'],
    ['Max_Completion_Tokens', 'max_completion_tokens'],
    ['Stream', 'stream'],
    ['servicetier', 'serviceTier'],
    ['Api_Base', 'api_base'],
    ['Messages', 'messages'],
    ['Models', 'models'],
  ] as const) {
    const body = JsonBody.of({ ...order, [name]: 1 });
    for (let turn = 0; turn < 2; turn++) {
      assert.throws(
        () => unpricedMembers(body),
        (error) =>
          error instanceof GatewayError &&
          error.status === 400 &&
          error.param === known &&
          error.message.includes(`Write ${known} with exactly these letters, not ${name}:`),
        name,
      );
      // Its place is blank then.
      body.write(new Map([[name, '2']]), ['model']);
    }
  }
});

const namesOf = (body: RequestBody) => unpricedMembers(body)?.map(({ member }) => member);

test('members that have no price are found, each with its reason, and only those', () => {
  const [models, plugins, ...more] = unpricedMembers(JsonBody.of({ models: ['dear'], ...order, plugins: [] })) ?? [];
  assert.match(`${models?.member}: ${models?.reason}`, /^models: only the model/);
  assert.match(`${plugins?.member}: ${plugins?.reason}`, /^plugins: what it adds/);
  assert.deepEqual(more, []);
  assert.deepEqual(namesOf(JsonBody.of({ route: 'fallback', fallbacks: [], preset: 'x' })), [
    'route',
    'fallbacks',
    'preset',
  ]);
  for (const name of ['router', 'routes', 'model', 'presets', 'prompt', 'plugin', 'modelsx'])
    assert.equal(namesOf(JsonBody.of({ [name]: 1 })), undefined, name);
});

async function formOf(fields: Readonly<Record<string, string>>): Promise<MultipartBody> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  return MultipartBody.parse(Buffer.from(await encoded.arrayBuffer()), type);
}

test('so it is in a form', async () => {
  const quality = await formOf({ model: 'cheap', Quality: 'hd' });
  assert.throws(() => unpricedMembers(quality), /Write quality/);
  assert.deepEqual(namesOf(await formOf({ model: 'cheap', preset: 'dear' })), ['preset']);
});

test('an escape in a name hides nothing', () => {
  const bodyOf = (text: string) => new JsonBody(Buffer.from(text), 0, text.length);
  assert.throws(() => unpricedMembers(bodyOf(' {"model":"cheap","\\u004dodel":"dear"}')), /Write model/);
  assert.deepEqual(namesOf(bodyOf(' {"model":"cheap","m\\u006fdels":["dear"]}')), ['models']);
});
