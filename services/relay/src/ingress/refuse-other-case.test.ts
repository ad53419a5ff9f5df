import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GatewayError } from '../errors.ts';
import { JsonBody } from './json-body.ts';
import { MultipartBody } from './multipart-body.ts';
import { refuseOtherCase } from './refuse-other-case.ts';

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
  refuseOtherCase(JsonBody.of(order));
  refuseOtherCase(JsonBody.of({ contents: [], generationConfig: {}, systemInstruction: {}, serviceTier: 'flex' }));
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
  ] as const) {
    const body = JsonBody.of({ ...order, [name]: 1 });
    for (let turn = 0; turn < 2; turn++) {
      assert.throws(
        () => refuseOtherCase(body),
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

test('so it is in a form', async () => {
  const form = new FormData();
  form.append('model', 'cheap');
  form.append('Quality', 'hd');
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  const body = await MultipartBody.parse(Buffer.from(await encoded.arrayBuffer()), type);
  assert.throws(() => refuseOtherCase(body), /Write quality/);
});

test('an escape in a name hides nothing', () => {
  const text = ' {"model":"cheap","\\u004dodel":"dear"}';
  assert.throws(() => refuseOtherCase(new JsonBody(Buffer.from(text), 0, text.length)), /Write model/);
});
