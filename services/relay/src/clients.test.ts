import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { openaiChat, type RunningHost, startHost } from '@switchyard/testing/hosts';
import { startGateway, type TestGateway } from './harness/gateway.ts';

const model = 'gpt-6-sol';
const messages = [{ role: 'user', content: 'When is high water?' }];
const answered = /High water at Brest is at six/;

describe('what clients in use send', () => {
  let host: RunningHost;
  let gateway: TestGateway;
  let key = '';

  before(async () => {
    host = await startHost(openaiChat());
    gateway = await startGateway('memory', async (db, keys) => {
      const userId = await seedUser(db, { username: 'ada', balance: 100_000_000 });
      key = (await seedToken(db, keys, { userId })).key;
      await seedChannel(db, keys, { type: 1, baseUrl: host.url, models: [model] });
      await seedPrice(db, model, { input: '2', output: '8' });
    });
  });
  after(async () => {
    await gateway?.close();
    await host?.close();
  });

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(gateway.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body),
    });
  const contents = [{ parts: [{ text: 'When is high water?' }] }];
  const addresses: [string, object][] = [
    ['/chat/completions', { model, messages }],
    ['/v1/v1/chat/completions', { model, messages }],
    ['/responses', { model, input: messages }],
    ['/v1/v1/responses', { model, input: messages }],
    ['/messages', { model, messages, max_tokens: 100 }],
    ['/v1/v1/messages?beta=true', { model, messages, max_tokens: 100 }],
    [`/models/${model}:generateContent`, { contents }],
    [`/v1/v1beta/models/${model}:generateContent`, { contents }],
    [`/v1beta/v1beta/models/${model}:generateContent`, { contents }],
  ];
  for (const [path, body] of addresses) {
    test(`${path} is understood, for people give clients a base URL with a version too many or too few`, async () => {
      assert.match(await (await post(path, body)).text(), answered);
    });
  }

  test('models are listed under each address of the Anthropic API', async () => {
    for (const prefix of ['', '/anthropic', '/claude']) {
      const headers = { 'x-api-key': key, 'anthropic-version': '2023-06-01' };
      const list = await fetch(`${gateway.url}${prefix}/v1/models?limit=1000`, { headers });
      const { data, has_more } = (await list.json()) as { data: { id: string; type: string }[]; has_more: boolean };
      assert.deepEqual([data.map(({ id, type }) => [id, type]), has_more], [[[model, 'model']], false]);
      assert.equal((await fetch(`${gateway.url}${prefix}/v1/models/${model}`, { headers })).status, 200);
    }
  });

  test('a body may be compressed with zstd', async () => {
    const body = zstdCompressSync(JSON.stringify({ model, messages }));
    const answer = await post('/v1/chat/completions', body, { 'content-encoding': 'zstd' });
    assert.match(await answer.text(), answered);
  });

  test('a bomb of zstd is refused', async () => {
    const body = zstdCompressSync(Buffer.alloc(8_000_000, ' '));
    assert.equal((await post('/v1/chat/completions', body, { 'content-encoding': 'zstd' })).status, 413);
  });

  test('tools with free text reach a host that only speaks chats as functions, whatever its models are called', async () => {
    const answer = await post('/v1/responses', {
      model,
      input: [
        {
          type: 'additional_tools',
          role: 'developer',
          tools: [
            { type: 'namespace', name: 'functions', tools: [{ type: 'custom', name: 'run', description: 'Runs it.' }] },
          ],
        },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Run it.' }] },
      ],
      tool_choice: 'auto',
      parallel_tool_calls: false,
      client_metadata: { window: '1' },
      store: false,
    });
    assert.equal(answer.status, 200);
    const { output } = (await answer.json()) as { output: { type: string; name?: string }[] };
    assert.deepEqual(
      output.map(({ type, name }) => [type, name]),
      [['custom_tool_call', 'run']],
    );
  });

  test('every answer names its request in the headers that official clients read', async () => {
    const asked: [string, object][] = [
      ['/v1/chat/completions', { model, messages }],
      ['/v1/chat/completions', { model, messages, stream: true }],
      ['/v1/messages', { model, messages, max_tokens: 100 }],
      ['/v1/chat/completions', { model, messages, tools: [] }],
      ['/v1/messages', { model: 'nobody-has-it', messages, max_tokens: 100 }],
    ];
    for (const [path, body] of asked) {
      const { headers } = await post(path, body);
      const id = headers.get('x-oneapi-request-id');
      assert.match(id ?? '', /^[0-9a-f-]{36}$/);
      assert.deepEqual([headers.get('x-request-id'), headers.get('request-id')], [id, id], path);
      assert.equal(headers.get('access-control-expose-headers'), '*', 'pages read them too');
    }
  });

  test('refusals that stay the same tell clients not to try again', async () => {
    const noKey = await post('/v1/messages', { model, messages }, { authorization: `Bearer sk-${'z'.repeat(48)}` });
    assert.deepEqual([noKey.status, noKey.headers.get('x-should-retry')], [401, 'false']);
    // The host's, after the request was admitted.
    const refused = await post('/v1/chat/completions', { model, messages, tools: [] });
    assert.deepEqual([refused.status, refused.headers.get('x-should-retry')], [400, 'false']);
    assert.equal((await post('/v1/chat/completions', { model, messages })).headers.get('x-should-retry'), null);
  });

  test('a step of tools goes on though the client refers to its reasoning as stored', async () => {
    const call = { type: 'function_call', call_id: 'call_1', name: 'tide', arguments: '{}' };
    const output = { type: 'function_call_output', call_id: 'call_1', output: 'at six' };
    const input = [...messages, { type: 'item_reference', id: 'rs_1' }, call, output];
    assert.match(await (await post('/v1/responses', { model, input })).text(), /The tool said: at six/);
  });

  test('messages that are only referred to are refused with what to do; the word alone refers to nothing', async () => {
    const item = { type: 'item_reference', id: 'msg_1' };
    const answer = await post('/v1/responses', { model, input: [...messages, item] });
    assert.equal(answer.status, 400);
    const { error } = (await answer.json()) as { error: { param: string; message: string } };
    assert.equal(error.param, 'input');
    assert.match(error.message, /store = false/);
    const spoken = await post('/v1/responses', { model, input: [{ role: 'user', content: item.type }] });
    assert.equal(spoken.status, 200);
  });
});
