import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type RunningHost, startHost } from '@switchyard/testing/hosts';
import { vertex as fakeVertex } from '@switchyard/testing/hosts/vertex';
import { anthropicMessages } from '../../dialects/anthropic-messages/index.ts';
import type { Json } from '../../dialects/canonical.ts';
import { gemini } from '../../dialects/gemini/index.ts';
import { readError } from '../../dialects/openai-chat/errors.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import { JsonBody } from '../../ingress/json-body.ts';
import { BodyEdit } from '../patch.ts';
import type { Endpoint, HostCall } from '../provider.ts';
import { vertexEmbeddings } from './embeddings.ts';
import { fetchToken } from './fetch-token.ts';
import { vertex } from './index.ts';
import { hostOf, regionOf } from './region.ts';
import { readServiceAccount } from './service-account.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const { privateKey: stranger } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const known = { email: 'relay@tides.example', project: 'tides-7', keyId: 'k1', publicKey, apiKey: 'AQ.express' };

/** A key file; several of them are several accounts to the relay. */
function keyFile(fields: Json = {}, key = privateKey): string {
  return JSON.stringify({
    type: 'service_account',
    client_email: known.email,
    project_id: known.project,
    private_key_id: known.keyId,
    private_key: key.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: 'https://oauth2.googleapis.com/token',
    ...fields,
  });
}

let host: RunningHost;
before(async () => {
  host = await startHost(fakeVertex(known));
});
after(() => host.close());

/** The relay's calls beside requests, with Google's hosts at the address of the fake. */
const hostCall: HostCall = async (target, init = {}) => {
  const { pathname, search } = new URL(target);
  const headers = Array.from({ length: (init.headers?.length ?? 0) / 2 }, (_, at) => [
    init.headers?.[at * 2] as string,
    init.headers?.[at * 2 + 1] as string,
  ]);
  const { method = 'GET', body = null } = init;
  const response = await fetch(host.url + pathname + search, { method, headers: headers as [string, string][], body });
  const text = await response.text();
  if (!response.ok) throw new UpstreamRefusal(readError(response.status, text));
  return JSON.parse(text);
};

interface Asked {
  readonly key?: string;
  readonly other?: string;
  readonly model?: string;
  readonly stream?: boolean;
  readonly operation?: Endpoint['operation'];
}

/** Sends a body as the relay would: patched, signed, to the address of the endpoint that serves the model. */
async function ask(body: Json, asked: Asked = {}): Promise<{ status: number; text: string; path: string }> {
  const { key = keyFile(), other = '', model = 'gemini-3.8-flash', stream = false, operation = 'chat' } = asked;
  const credentials = { key, other, organization: '' };
  const target = { model, stream, credentials };
  const endpoint = vertex.endpoints.find(
    (candidate) => candidate.operation === operation && candidate.serves?.(model) !== false,
  ) as Endpoint;
  const url = vertex.url?.(host.url, endpoint, target) as URL;
  const edit = new BodyEdit(JsonBody.of(body));
  for (const patch of endpoint.patch ?? []) patch(edit, target);
  const headers = ['content-type', 'application/json', ...vertex.sign(credentials)];
  const call = await vertex.authorize?.({ url, headers, body: edit.write() }, credentials, hostCall);
  assert.ok(call);
  const response = await fetch(call.url, {
    method: 'POST',
    headers: Array.from({ length: call.headers.length / 2 }, (_, at): [string, string] => [
      call.headers[at * 2] as string,
      call.headers[at * 2 + 1] as string,
    ]),
    body: new Uint8Array(call.body),
  });
  return { status: response.status, text: await response.text(), path: url.pathname + url.search };
}

const hello = { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] };

test('a service account’s signature is exchanged for a token once, and calls carry it', async () => {
  const key = keyFile({ extra: 'one' });
  const exchanged = () => host.requests().filter(({ path }) => path === '/token').length;
  const earlier = exchanged();
  const answers = await Promise.all([ask(hello, { key }), ask(hello, { key })]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  assert.equal((await ask(hello, { key })).status, 200);
  assert.equal(exchanged(), earlier + 1);
  assert.equal(
    answers[0]?.path,
    '/v1/projects/tides-7/locations/global/publishers/google/models/gemini-3.8-flash:generateContent',
  );
});

test('a body that AI Studio takes is taken here: no ids, no store, every turn with its role', async () => {
  const contents = [
    { parts: [{ text: 'Tide?' }] },
    {
      role: 'model',
      parts: [
        {
          functionCall: { id: 'a', name: 'tide', args: { id: 'Hel' } },
          thoughtSignature: 'skip_thought_signature_validator',
        },
      ],
    },
    { role: 'user', parts: [{ functionResponse: { id: 'a', name: 'tide', response: { id: 7 } } }] },
  ];
  const toolConfig = { functionCallingConfig: { mode: 'VALIDATED' }, includeServerSideToolInvocations: true };
  const tools = [{ functionDeclarations: [{ name: 'tide' }] }];
  const written = { contents, tools, store: false, serviceTier: 'flex', toolConfig };
  assert.equal((await ask(written, { stream: true })).status, 200);
  const heard = JSON.parse(host.requests().at(-1)?.body.toString() ?? '');
  assert.deepEqual(heard.contents[1].parts[0], {
    functionCall: { name: 'tide', args: { id: 'Hel' } },
    thoughtSignature: 'skip_thought_signature_validator',
  });
  assert.deepEqual(heard.contents[2].parts[0].functionResponse, { name: 'tide', response: { id: 7 } });
});

test('translated chats are taken too', async () => {
  const chat = { model: 'gemini-3.8-flash', stream: false, tools: [], extensions: {} } as const;
  const body = gemini.writeRequest(
    { ...chat, messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }] },
    () => {},
  );
  const { status, text } = await ask(body);
  assert.equal(status, 200, text);
  assert.equal(gemini.readUsage(JSON.parse(text))?.prompt, 8);
});

test('Claude is asked in its own dialect, its name in the address and the version in the body', async () => {
  const body = { model: 'claude-haiku-4-5-20251001', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] };
  const whole = await ask(body, {
    model: body.model,
    other: '{"default":"global","claude-haiku-4-5-20251001":"europe-west1"}',
  });
  assert.equal(whole.status, 200, whole.text);
  assert.equal(
    whole.path,
    '/v1/projects/tides-7/locations/europe-west1/publishers/anthropic/models/claude-haiku-4-5@20251001:rawPredict',
  );
  assert.equal(anthropicMessages.readUsage(JSON.parse(whole.text))?.prompt, 8);
  const streamed = await ask({ ...body, stream: true }, { model: `${body.model}-thinking`, stream: true });
  assert.match(streamed.path, /claude-haiku-4-5@20251001:streamRawPredict$/);
  assert.match(streamed.text, /event: message_stop/);
});

test('an API key calls without a project, and serves no Claude', async () => {
  const { status, path } = await ask(hello, { key: known.apiKey, other: 'us-central1' });
  assert.deepEqual([status, path], [200, '/v1/publishers/google/models/gemini-3.8-flash:generateContent']);
  assert.throws(() => {
    const endpoint = vertex.endpoints.find((candidate) => candidate.serves?.('claude-opus-5-5')) as Endpoint;
    const credentials = { key: known.apiKey, other: '', organization: '' };
    vertex.url?.('', endpoint, { model: 'claude-opus-5-5', stream: false, credentials });
  });
});

test('embeddings tell their tokens, and come as they were asked for', async () => {
  const request = { model: 'text-embedding-005', input: ['a', 'b'], dimensions: 2, task_type: 'RETRIEVAL_QUERY' };
  const body = vertexEmbeddings.writeRequest?.(request, () => {}) as Json;
  assert.deepEqual(body, {
    instances: [
      { content: 'a', task_type: 'RETRIEVAL_QUERY' },
      { content: 'b', task_type: 'RETRIEVAL_QUERY' },
    ],
    parameters: { outputDimensionality: 2 },
  });
  const { text } = await ask(body, { operation: 'embeddings', model: request.model });
  const list = vertexEmbeddings.readResponse?.(JSON.parse(text), request) as {
    data: { embedding: number[] }[];
    usage: object;
  };
  assert.deepEqual(
    list.data.map(({ embedding }) => embedding.length),
    [2, 2],
  );
  assert.deepEqual(list.usage, { prompt_tokens: 6, total_tokens: 6 });
});

const verdictOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error) => (error instanceof UpstreamRefusal ? error.upstream.verdict : error),
  );

test('a key that cannot be used is told from a clock that is wrong', async () => {
  assert.equal(await verdictOf(ask(hello, { key: keyFile({}, stranger) })), 'credential');
  assert.equal(await verdictOf(ask(hello, { key: keyFile({ client_email: 'gone@tides.example' }) })), 'credential');
  const account = readServiceAccount(keyFile());
  assert.equal(await verdictOf(fetchToken(account, hostCall, Date.now() - 7_200_000)), 'retry');
  assert.equal(await verdictOf(fetchToken(account, hostCall, Date.now())), 'none');
});

test('key files are refused when they are damaged or would have us sign for somebody else', async () => {
  const refused: [string, RegExp][] = [
    ['{"type":', /no JSON object/],
    [keyFile({ private_key: 'x' }), /damaged/],
    [keyFile({ project_id: 7 }), /missing/],
    [keyFile({ token_uri: 'https://googleapis.com.tides.example/token' }), /token_uri/],
    [keyFile({ token_uri: 'http://oauth2.googleapis.com/token' }), /token_uri/],
  ];
  for (const [key, reason] of refused) {
    assert.throws(
      () => readServiceAccount(key),
      (error) => {
        assert.ok(error instanceof UpstreamRefusal);
        assert.equal(error.upstream.verdict, 'credential');
        return reason.test(error.message);
      },
    );
    assert.equal(await verdictOf(ask(hello, { key })), 'credential');
  }
  const escapedTwice = keyFile().replaceAll('\\n', '\\\\n');
  assert.equal(readServiceAccount(escapedTwice).project, 'tides-7');
});

test('regions have hosts of their own; what names none is everywhere', () => {
  assert.equal(hostOf('global'), 'https://aiplatform.googleapis.com');
  assert.equal(hostOf('eu'), 'https://aiplatform.eu.rep.googleapis.com');
  assert.equal(hostOf('us-central1'), 'https://us-central1-aiplatform.googleapis.com');
  assert.equal(regionOf(' us-central1 ', 'm'), 'us-central1');
  assert.equal(regionOf('{"default":"us","m":"eu"}', 'm'), 'eu');
  assert.equal(regionOf('{"default":"us"}', 'm'), 'us');
  assert.equal(regionOf('{"n":"us"}', 'm'), 'global');
  assert.equal(regionOf('evil.example/', 'm'), 'global');
  assert.equal(regionOf('', 'm'), 'global');
});

test('a Claude that may not be forced to call a tool is asked once more, by the name that the address alone has', () => {
  const [claude] = vertex.endpoints.filter(({ dialect }) => dialect.name === anthropicMessages.name);
  const body = '{"type":"error","error":{"message":"tool_choice: this model does not support forced tool use"}}';
  const sent = () => ({ messages: [], tool_choice: { type: 'any' } });
  const amended = (model: string) => claude?.amend?.({ status: 400, body, model, sent, isClients: () => true });
  assert.deepEqual(amended('claude-haiku-5-5@20261001'), { members: { tool_choice: { type: 'auto' } } });
  assert.equal(amended('claude-opus-5-5'), undefined);
});

const refusals: [string, number, object, string][] = [
  [
    'a missing role',
    403,
    { message: "Permission 'aiplatform.endpoints.predict' denied on publishers/google/models/x" },
    'credential',
  ],
  ['terms of one model', 403, { message: 'Publisher Model `claude` needs its terms accepted.' }, 'retry'],
  ['an unknown model', 404, { message: 'Publisher Model was not found.' }, 'retry'],
  ['a rule of the organisation', 400, { status: 'FAILED_PRECONDITION', message: 'Policy.' }, 'retry'],
  ['a bad field', 400, { status: 'INVALID_ARGUMENT', message: 'Bad.' }, 'client'],
  ['no token', 401, { status: 'UNAUTHENTICATED', message: 'No.' }, 'credential'],
  ['shared capacity', 429, { status: 'RESOURCE_EXHAUSTED', message: 'Later.' }, 'retry'],
];
for (const [name, status, error, verdict] of refusals) {
  test(`${name} is judged ${verdict}, by Google for Claude as well`, () => {
    for (const endpoint of vertex.endpoints) {
      assert.equal(endpoint.dialect.readError(status, JSON.stringify({ error })).verdict, verdict);
    }
  });
}
