import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { startUpstream, type Upstream } from '@switchyard/testing/upstream';
import { type Adapters, startGateway, type TestGateway, waitFor } from './harness/gateway.ts';

const model = 'gpt-test';
const question = (content: string) => [{ role: 'user' as const, content }];

for (const adapters of ['memory', 'shared'] satisfies Adapters[]) {
  describe(`a request through the relay, ${adapters} adapters`, () => {
    let upstream: Upstream;
    let gateway: TestGateway;
    let userId = 0;
    let key = '';

    before(async () => {
      upstream = await startUpstream();
      gateway = await startGateway(adapters, async (db, keys) => {
        userId = await seedUser(db, { username: 'ada', balance: 1_000_000 });
        key = (await seedToken(db, keys, { userId })).key;
        await seedPrice(db, model, { input: '2', output: '8' });
        await seedPrice(db, 'embed-test', { input: '1', output: '1' });
        await seedChannel(db, keys, { baseUrl: upstream.url, models: [model, 'embed-test', 'unpriced'] });
      });
    });
    after(async () => {
      await gateway?.close();
      await upstream?.close();
    });

    test('answers and charges exactly what the upstream reported', async () => {
      const answer = await gateway.client(key).chat.completions.create({ model, messages: question('plain') });
      assert.ok(answer.choices[0]?.message.content);
      const event = await gateway.event((candidate) => !candidate.stream);
      const { prompt_tokens: prompt, completion_tokens: completion } = answer.usage as OpenAiUsage;
      assert.deepEqual([event.tokens.prompt, event.tokens.completion], [prompt, completion]);
      // 2 and 8 USD per million are 1 and 4 quota per token.
      assert.equal(event.charge, prompt + 4 * completion);
      assert.equal(event.final, true);
      assert.equal(event.ended, 'done');
    });

    test('streams, hides the usage chunk that the client did not ask for, and charges it', async () => {
      const stream = await gateway
        .client(key)
        .chat.completions.create({ model, messages: question('stream'), stream: true });
      let text = '';
      for await (const chunk of stream) {
        assert.ok(chunk.choices.length > 0, 'a chunk without choices is the usage chunk');
        text += chunk.choices[0]?.delta.content ?? '';
      }
      assert.ok(text.length > 0);
      const truth = upstream.requests('stream')[0];
      assert.equal(truth?.outcome, 'completed');
      const event = await gateway.event((candidate) => candidate.stream);
      assert.equal(event.counted, 'upstream');
      assert.equal(event.tokens.completion, truth?.usage?.completion);
    });

    test('passes the usage chunk on to a client that asked for it', async () => {
      const stream = await gateway.client(key).chat.completions.create({
        model,
        messages: question('usage asked'),
        stream: true,
        stream_options: { include_usage: true },
      });
      let usage: unknown;
      for await (const chunk of stream) usage = chunk.usage ?? usage;
      assert.ok(usage);
    });

    test('counts locally when the upstream reports no usage', async () => {
      upstream.script({ behaviour: { usage: 'none' }, when: { correlation: 'no usage' } });
      const stream = await gateway
        .client(key)
        .chat.completions.create({ model, messages: question('no usage'), stream: true });
      for await (const _ of stream);
      const event = await gateway.event((candidate) => candidate.counted === 'local' && candidate.final);
      assert.ok(event.tokens.prompt > 0 && event.tokens.completion > 0);
      assert.equal(event.charge, event.tokens.prompt + 4 * event.tokens.completion);
    });

    test('asks no host for what it may read otherwise than it was priced', async () => {
      for (const [path, extra] of [
        ['/v1/chat/completions', { Model: 'dear' }],
        ['/v1/chat/completions?also=beside+the+fast+lane', { N: 10 }],
        ['/v1/embeddings', { input: 'odd case', Input: ['odd case', 'and more'] }],
      ] as const) {
        const answer = await fetch(gateway.url + path, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model, messages: question('odd case'), ...extra }),
        });
        assert.equal(answer.status, 400);
        assert.match(await answer.text(), /with exactly these letters/);
      }
      assert.equal(upstream.requests('odd case').length, 0);
    });

    test('embeds', async () => {
      const answer = await gateway.client(key).embeddings.create({ model: 'embed-test', input: 'hello' });
      assert.ok((answer.data[0]?.embedding.length ?? 0) > 0);
      await gateway.event((candidate) => candidate.model === 'embed-test' && candidate.charge > 0);
    });

    test('cancels the upstream when the client leaves, and charges what was received', async () => {
      upstream.script({ behaviour: { tokens: 400, intervalMs: 20 }, when: { correlation: 'leaving' } });
      const stream = await gateway
        .client(key)
        .chat.completions.create({ model, messages: question('leaving'), stream: true });
      let chunks = 0;
      for await (const _ of stream) if (++chunks === 5) break;
      const truth = await waitFor(() => upstream.requests('leaving').find((request) => request.outcome === 'aborted'));
      const event = await gateway.event((candidate) => candidate.ended === 'client_gone');
      assert.equal(event.status, 499);
      assert.ok(event.tokens.completion > 0 && event.tokens.completion <= truth.contentTokens + 2);
    });

    test('refuses unknown, missing and malformed keys with 401 and says so', async () => {
      for (const authorization of ['', 'Bearer ', 'Bearer sk-wrong', `Bearer ${key}x`, 'x'.repeat(5_000)]) {
        const answer = await fetch(`${gateway.url}/v1/models`, { headers: authorization ? { authorization } : {} });
        assert.equal(answer.status, 401);
        const { error } = (await answer.json()) as ErrorBody;
        assert.match(error.message, /request id: [0-9a-f-]{36}/);
        assert.ok(answer.headers.get('x-oneapi-request-id'));
      }
    });

    test('refuses bad bodies with 400 and calls no upstream', async () => {
      const before = upstream.requests().length;
      const bodies = [
        '',
        '[]',
        '{',
        '{"model":1}',
        '{"model":"gpt-test"}',
        '{"model":"gpt-test","messages":[]}',
        '{"model":"gpt-test","messages":[1],"max_tokens":-1}',
        '{"model":"gpt-test","messages":[1],"max_tokens":1e308}',
        '{"model":"gpt-test","messages":[1],"n":129}',
        '{"model":"gpt-test","messages":[1],"n":18446744073686646784}',
        '{"model":"gpt-test","messages":[1],"stream":"true"}',
        '{"model":"gpt-test","messages":[1],"max_tokens":1.5}',
        `{"model":"gpt-test","messages":[${'{"a":0},'.repeat(50_000)}1]}`,
      ];
      for (const body of bodies) {
        const answer = await post(gateway, key, body);
        assert.equal(answer.status, 400, body);
      }
      assert.equal(upstream.requests().length, before);
    });

    test('tells unknown, unpriced and unreachable models apart', async () => {
      const status = async (name: string) =>
        (await post(gateway, key, JSON.stringify({ model: name, messages: [1] }))).status;
      assert.equal(await status('nobody-has-it'), 404);
      assert.equal(await status('unpriced'), 400);
    });

    test('lists and describes the models of the key', async () => {
      const client = gateway.client(key);
      const names = (await client.models.list()).data.map(({ id }) => id);
      assert.deepEqual(names.sort(), ['embed-test', model]);
      assert.equal((await client.models.retrieve(model)).id, model);
      await assert.rejects(client.models.retrieve('nobody-has-it'), { status: 404 });
    });

    test('answers without /v1 as well, and unknown paths with 404', async () => {
      const headers = { authorization: `Bearer ${key}` };
      assert.equal((await fetch(`${gateway.url}/models`, { headers })).status, 200);
      for (const [method, path] of [
        ['GET', '/v1/nothing'],
        ['POST', '/v1/messages/nothing'],
        ['DELETE', '/api/nothing'],
        ['GET', '/assets/nothing.js'],
      ] as const) {
        const unknown = await fetch(`${gateway.url}${path}?more`, { method, headers });
        assert.equal(unknown.status, 404);
        const message = `Invalid URL (${method} ${path})`;
        assert.deepEqual(await unknown.json(), {
          error: { message, type: 'invalid_request_error', param: '', code: '' },
        });
      }
      const subscription = await (await fetch(`${gateway.url}/dashboard/billing/subscription`, { headers })).json();
      assert.equal((subscription as { hard_limit_usd: number }).hard_limit_usd, 100_000_000);
    });

    test('removes fields that would send the channel key elsewhere', async () => {
      await post(
        gateway,
        key,
        JSON.stringify({ model, messages: question('forbidden'), api_base: 'http://127.0.0.1:1', user: 'forbidden' }),
      );
      assert.equal(upstream.requests('forbidden')[0]?.outcome, 'completed');
    });
  });
}

interface OpenAiUsage {
  prompt_tokens: number;
  completion_tokens: number;
}
interface ErrorBody {
  error: { message: string; type: string; code: string };
}

function post(gateway: TestGateway, key: string, body: string): Promise<Response> {
  return fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body,
  });
}
