import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, patchedBy } from '../../harness/provider-call.ts';
import { cloudflare } from './index.ts';
import { pictures } from './pictures.ts';

const account = '0123456789abcdef0123456789abcdef';

test('the account stands in the address, or in a base of the gateway', () => {
  const root = `https://api.cloudflare.com/client/v4/accounts/${account}/ai`;
  assert.equal(addressOf(cloudflare, 'chat', { other: account }), `${root}/v1/chat/completions`);
  assert.equal(addressOf(cloudflare, 'embeddings', { other: account }), `${root}/v1/embeddings`);
  const base = 'https://gateway.ai.cloudflare.com/v1/acc/gate/workers-ai';
  assert.equal(addressOf(cloudflare, 'chat', { base }), `${base}/v1/chat/completions`);
  assert.throws(() => addressOf(cloudflare, 'chat'), TypeError);
});

test('names of models stay as they are in the address of the native call', () => {
  const model = '@cf/black-forest-labs/flux-1-schnell';
  assert.equal(
    addressOf(cloudflare, 'images/generations', { other: account, model }),
    `https://api.cloudflare.com/client/v4/accounts/${account}/ai/run/${model}`,
  );
});

test('a limit is always sent: the default would cut answers off', () => {
  assert.equal(patchedBy(cloudflare, { model: 'm', messages: [] }).max_tokens, 4096);
  assert.equal(patchedBy(cloudflare, { model: 'm', messages: [], max_tokens: 5 }).max_tokens, 5);
  assert.deepEqual(patchedBy(cloudflare, { model: 'm', messages: [], max_completion_tokens: 5, n: 1, user: 'u' }), {
    model: 'm',
    messages: [],
    max_tokens: 5,
  });
});

test('a picture is asked for and answered in the shapes of either side', () => {
  const request = { model: 'm', prompt: 'a tide', size: '512x768', n: 1 };
  assert.deepEqual(
    pictures.writeRequest?.(request, () => {}),
    { prompt: 'a tide', width: 512, height: 768 },
  );
  assert.throws(() => pictures.writeRequest?.({ ...request, n: 2 }, () => {}));
  const payload = { result: { image: 'aGk=' }, success: true, errors: [] };
  const answer = pictures.readResponse?.(payload, request) as { data: unknown };
  assert.deepEqual(answer.data, [{ b64_json: 'aGk=' }]);
  assert.equal(pictures.readUsage(payload)?.calls, 1);
});

for (const [status, code, verdict] of [
  [401, 10000, 'credential'],
  [403, 9109, 'credential'],
  [404, 7003, 'credential'],
  [400, 5007, 'retry'],
  [404, 3042, 'retry'],
  [400, 5004, 'client'],
  [413, 3006, 'client'],
  [403, 5018, 'retry'],
  [403, 3023, 'credential'],
  [408, 3007, 'retry'],
  [429, 3036, 'credential'],
  [429, 3040, 'retry'],
  [500, 7009, 'retry'],
] as const) {
  test(`${status} with code ${code} is judged ${verdict}`, () => {
    const body = JSON.stringify({ success: false, errors: [{ code, message: 'no' }], result: null, messages: [] });
    for (const { dialect } of cloudflare.endpoints) assert.equal(dialect.readError(status, body).verdict, verdict);
  });
}
