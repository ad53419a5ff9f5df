import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pool } from 'undici';
import { openaiChat } from '../dialects/openai-chat/index.ts';
import { openaiOperation } from '../dialects/openai-operations/index.ts';
import { openaiResponses } from '../dialects/openai-responses/index.ts';
import { JsonBody } from '../ingress/json-body.ts';
import type { Endpoint, Provider } from '../providers/provider.ts';
import { Channel } from './channel.ts';

/** Where a request goes depends on all that it may depend on. */
const provider: Provider = {
  type: 1,
  name: 'example',
  label: 'Example',
  baseUrl: 'https://api.example',
  models: [],
  keyHint: '',
  otherHint: '',
  sign: () => [],
  endpoints: [
    {
      operation: 'chat',
      dialect: openaiChat,
      path: ({ model, stream }) => `/v1/${model}:${stream ? 'stream' : 'whole'}`,
    },
    { operation: 'chat', dialect: openaiResponses, path: '/v1/responses', instead: ({ hasTools }) => hasTools },
    { operation: 'embeddings', dialect: openaiOperation, path: '/v1/embeddings', serves: (model) => model !== 'large' },
  ],
};

const operations = ['chat', 'embeddings'] as const;
const dialects = ['openai-chat', 'openai-responses'];
const models = ['small', 'large', 'renamed'];
const either = [false, true];

const kinds = operations.flatMap((operation) =>
  dialects.flatMap((dialect) =>
    models.flatMap((model) =>
      either.flatMap((hasTools) => either.map((stream) => ({ operation, dialect, model, hasTools, stream }))),
    ),
  ),
);

type Kind = (typeof kinds)[number];

const pool = new Pool('http://127.0.0.1:9');

/** Where a channel sends a request of some kind. */
function destination(channel: Channel, { operation, dialect, model, hasTools, stream }: Kind): string {
  const endpoint = channel.endpoint(operation, { dialect, hasTools, model: channel.upstreamModel(model) });
  if (!endpoint) return 'nowhere';
  const body = JsonBody.of({ model });
  const call = channel.prepare(endpoint, { model, stream, body, passed: false, dropped: [], headers: [], warn() {} });
  assert.ok(!(call instanceof Promise));
  assert.equal(call.url.href, call.origin + call.path);
  return `${endpoint.dialect.name} ${call.url.href}`;
}

function newChannel(host = provider): Channel {
  return new Channel(
    {
      id: 1,
      name: 'one',
      key: 'k',
      baseUrl: '',
      other: '',
      organization: '',
      models,
      testModel: '',
      modelMapping: { renamed: 'small' },
      statusCodeMapping: {},
      paramOverride: {},
      setting: {},
      autoBan: true,
    },
    host,
    () => pool,
  );
}

test('whatever a channel was asked before, a request goes where it goes alone', () => {
  const alone = kinds.map((kind) => destination(newChannel(), kind));
  assert.deepEqual([...new Set(alone)].sort(), [
    'nowhere',
    'openai https://api.example/v1/embeddings',
    'openai-chat https://api.example/v1/large:stream',
    'openai-chat https://api.example/v1/large:whole',
    'openai-chat https://api.example/v1/small:stream',
    'openai-chat https://api.example/v1/small:whole',
    'openai-responses https://api.example/v1/responses',
  ]);
  for (const one of kinds.keys()) {
    for (const other of kinds.keys()) {
      const channel = newChannel();
      const asked = [one, other, one, other];
      const went = asked.map((kind) => destination(channel, kinds[kind] as Kind));
      assert.deepEqual(
        went,
        asked.map((kind) => alone[kind]),
        `${JSON.stringify(kinds[one])} and ${JSON.stringify(kinds[other])}`,
      );
    }
  }
});

test('an endpoint that the host lacks is passed over at once, and taken again when it is trusted', () => {
  const channel = newChannel();
  const facts = { dialect: 'openai-responses', hasTools: true, model: 'small' };
  const first = channel.endpoint('chat', facts);
  assert.ok(first);
  channel.distrust(first);
  assert.notEqual(channel.endpoint('chat', facts), first);
  channel.trust(first);
  assert.equal(channel.endpoint('chat', facts), first);
});

test('when a missing address is believed no longer, endpoints are not chosen anew for each request', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 });
  const serves = t.mock.fn(() => true);
  const endpoints = provider.endpoints.map((endpoint) => ({ ...endpoint, serves }));
  const [chat, responses] = endpoints as readonly Endpoint[];
  assert.ok(responses);
  const channel = newChannel({ ...provider, endpoints });
  const facts = { dialect: 'openai-chat', hasTools: false, model: 'small' };
  channel.endpoint('chat', facts);
  channel.distrust(responses);
  t.mock.timers.tick(600_000);
  assert.equal(channel.endpoint('chat', facts), chat);
  serves.mock.resetCalls();
  assert.equal(channel.endpoint('chat', facts), chat);
  assert.equal(serves.mock.callCount(), 0);
});

test('what a host refuses of every request for a model is not asked of that endpoint for an hour', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 });
  const [chat, responses] = provider.endpoints as readonly Endpoint[];
  assert.ok(chat && responses);
  const channel = newChannel();
  const isAsked = (endpoint: Endpoint, model = 'renamed', options = {}) => {
    const body = JsonBody.of({ model: 'small', stream_options: options });
    const asked = { model, stream: false, body, passed: false, dropped: [], headers: [], warn() {} };
    const call = channel.prepare(endpoint, asked);
    assert.ok(!(call instanceof Promise));
    return 'stream_options' in JSON.parse(call.body.toString('utf8'));
  };
  channel.keepAmendment(chat, 'small', { members: { stream_options: undefined }, lasts: { stream_options: {} } });
  assert.deepEqual([isAsked(chat), isAsked(responses), isAsked(chat, 'large')], [false, true, true]);
  assert.equal(isAsked(chat, 'small', { of: 'the client' }), true, 'something else was refused');
  t.mock.timers.tick(3_599_999);
  assert.equal(isAsked(chat), false);
  t.mock.timers.tick(1);
  assert.equal(isAsked(chat), true);
});
