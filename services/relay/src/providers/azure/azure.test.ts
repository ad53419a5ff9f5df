import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import { sse } from '../../egress/framing/sse.ts';
import { addressOf, patchedBy } from '../../harness/provider-call.ts';
import { readFixture, replay, textOf } from '../../harness/replay.ts';
import type { HostCall } from '../provider.ts';
import { azure } from './index.ts';

const base = 'https://tide.openai.azure.com';

test('chunks that tell of filters alone neither start an answer nor end it', () => {
  const [endpoint] = azure.endpoints;
  assert.ok(endpoint?.operation === 'chat');
  const parts = replay(readFixture(import.meta.url, 'filtered.sse'), sse, endpoint.dialect.readStream);
  assert.equal(textOf(parts, 'text'), 'Ebbe für Brest');
  assert.deepEqual(parts.at(-1), {
    type: 'finish',
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: { prompt: 9, completion: 3, cacheRead: 0, cacheWrite: 0 },
  });
});

test('the version chooses the kind of address', () => {
  const model = 'gpt-5.4';
  for (const other of ['', 'v1']) {
    assert.equal(addressOf(azure, 'chat', { base, model, other }), `${base}/openai/v1/chat/completions`);
  }
  assert.equal(
    addressOf(azure, 'embeddings', { base, model, other: 'preview' }),
    `${base}/openai/v1/embeddings?api-version=preview`,
  );
  assert.equal(
    addressOf(azure, 'chat', { base, model, other: '2024-10-21' }),
    `${base}/openai/deployments/gpt-5.4/chat/completions?api-version=2024-10-21`,
  );
  assert.equal(
    addressOf(azure, 'audio/speech', { base, model: 'gpt-3.5-x', other: '2025-04-01-preview' }),
    `${base}/openai/deployments/gpt-35-x/audio/speech?api-version=2025-04-01-preview`,
  );
});

test('a realtime session names its deployment in the query', () => {
  const model = 'voice 1';
  assert.equal(addressOf(azure, 'realtime', { base, model }), `${base}/openai/v1/realtime?model=voice%201`);
  assert.equal(
    addressOf(azure, 'realtime', { base, model, other: '2025-04-01-preview' }),
    `${base}/openai/realtime?api-version=2025-04-01-preview&deployment=voice%201`,
  );
});

test('chats with tools take Responses where models refuse them otherwise', () => {
  const [endpoint] = azure.endpoints.filter(({ dialect }) => dialect.name === 'openai-responses');
  const facts = { dialect: 'openai-chat' as const, hasTools: true };
  assert.equal(endpoint?.instead?.({ ...facts, model: 'gpt-5.4' }), true);
  assert.equal(endpoint?.instead?.({ ...facts, model: 'gpt-5.4', hasTools: false }), false);
  assert.equal(endpoint?.instead?.({ ...facts, model: 'gpt-4.1' }), false);
  const address = (other: string) => addressOf(azure, 'chat', { base, other, dialect: 'openai-responses' });
  assert.equal(address(''), `${base}/openai/v1/responses`);
  assert.equal(address('2025-04-01-preview'), `${base}/openai/responses?api-version=2025-04-01-preview`);
});

test('what was pasted behind the host is cut off', () => {
  for (const pasted of [`${base}/`, `${base}/openai/v1`, `${base}/openai/deployments/x?a=b`]) {
    assert.equal(
      addressOf(azure, 'chat', { base: pasted.split('?', 1)[0] ?? '' }),
      `${base}/openai/v1/chat/completions`,
    );
  }
});

test('Claude is served by its own format alone', () => {
  const serving = (model: string) =>
    azure.endpoints
      .filter(({ operation, serves }) => operation === 'chat' && serves?.(model) !== false)
      .map(({ dialect }) => dialect.name);
  assert.deepEqual(serving('claude-opus-5-5'), ['anthropic-messages']);
  assert.equal(serving('gpt-5.4').includes('anthropic-messages'), false);
  assert.equal(addressOf(azure, 'chat', { base, dialect: 'anthropic-messages' }), `${base}/anthropic/v1/messages`);
});

test('old versions are not asked for usage in streams', () => {
  const body = { model: 'm', messages: [], stream_options: { include_usage: true } };
  assert.equal('stream_options' in patchedBy(azure, body, '2024-02-01'), false);
  for (const other of ['', '2024-10-21']) assert.deepEqual(patchedBy(azure, body, other), body);
});

test('keys of a resource have a header of their own', () => {
  assert.deepEqual(azure.sign({ key: 'k1', organization: '', other: '' }), ['api-key', 'k1']);
});

test('an application of Entra ID fetches one token for all that need it, and keeps it', async () => {
  const calls: { target: string; body: string }[] = [];
  const host: HostCall = async (target, init) => {
    calls.push({ target, body: String(init?.body) });
    return { access_token: 'token-1', expires_in: 3600 };
  };
  const credentials = { key: 'entra|tenant-1|client-1|se cret', organization: '', other: '' };
  assert.deepEqual(azure.sign(credentials), []);
  const call = { url: new URL(base), headers: ['accept', '*/*'], body: Buffer.alloc(0) };
  const ready = await Promise.all([1, 2].map(() => azure.authorize?.(call, credentials, host)));
  ready.push(await azure.authorize?.(call, credentials, host));
  for (const signed of ready) assert.deepEqual(signed?.headers, ['accept', '*/*', 'authorization', 'Bearer token-1']);
  assert.deepEqual(calls, [
    {
      target: 'https://login.microsoftonline.com/tenant-1/oauth2/v2.0/token',
      body: 'grant_type=client_credentials&client_id=client-1&client_secret=se+cret&scope=https%3A%2F%2Fcognitiveservices.azure.com%2F.default',
    },
  ]);
});

test('an application that Entra ID refuses is a dead key, and asked for again', async () => {
  const credentials = { key: 'entra|tenant-2|client-2|x', organization: '', other: '' };
  const call = { url: new URL(base), headers: [], body: Buffer.alloc(0) };
  const refusing: HostCall = async () => {
    throw new UpstreamRefusal({ verdict: 'client', message: 'no', type: 'x', code: null, param: null });
  };
  await assert.rejects(
    async () => azure.authorize?.(call, credentials, refusing),
    (error) => error instanceof UpstreamRefusal && error.upstream.verdict === 'credential',
  );
  const granting: HostCall = async () => ({ access_token: 'token-2', expires_in: 3600 });
  const signed = await azure.authorize?.(call, credentials, granting);
  assert.deepEqual(signed?.headers, ['authorization', 'Bearer token-2']);
});

for (const [name, status, body, verdict] of [
  ['a filtered prompt', 400, { error: { code: 'content_filter', message: 'filtered', innererror: {} } }, 'client'],
  ['a wrong call', 400, { error: { code: 'OperationNotSupported', message: 'no' } }, 'retry'],
  ['a wrong version', 400, { error: { code: 'BadRequest', message: 'API version not supported' } }, 'retry'],
  ['a bad field', 400, { error: { message: 'Unrecognized request argument supplied: x' } }, 'client'],
  [
    'a field called as a code',
    400,
    { error: { message: 'Unrecognized request argument: PermissionDenied' } },
    'client',
  ],
  ['a key that may not', 400, { error: { code: 'PermissionDenied', message: 'no' } }, 'credential'],
  ['no deployment', 404, { error: { code: 'DeploymentNotFound', message: 'no' } }, 'retry'],
  ['a dead key', 401, { statusCode: 401, message: 'Access denied due to invalid subscription key' }, 'credential'],
  ['a firewall', 403, { error: { code: '403', message: 'Access denied due to Virtual Network rules.' } }, 'credential'],
  [
    'a rate',
    429,
    { error: { code: '429', message: 'Please retry after 6 seconds or request a quota increase.' } },
    'retry',
  ],
  ['spent money', 429, { error: { code: 'insufficient_quota', message: 'no' } }, 'credential'],
  ['an outage', 503, { error: { message: 'busy' } }, 'retry'],
] as const) {
  test(`${name} is judged ${verdict}`, () => {
    const dialect = azure.endpoints[0]?.dialect;
    assert.equal(dialect?.readError(status, JSON.stringify(body)).verdict, verdict);
  });
}
