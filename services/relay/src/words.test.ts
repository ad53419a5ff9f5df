import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { type FakeRealtime, fakeRealtime } from '@switchyard/testing/hosts/realtime';
import { startUpstream, type Upstream } from '@switchyard/testing/upstream';
import { anthropicMessages } from './dialects/anthropic-messages/index.ts';
import type { UpstreamDialect } from './dialects/dialect.ts';
import { gemini } from './dialects/gemini/index.ts';
import { openaiChat } from './dialects/openai-chat/index.ts';
import { openaiResponses } from './dialects/openai-responses/index.ts';
import { PartCollector } from './dialects/part-collector.ts';
import { sse } from './egress/framing/sse.ts';
import { startGateway, type TestGateway, waitFor } from './harness/gateway.ts';
import { heard, openRealtime } from './harness/realtime.ts';

const model = 'gpt-test';
const spoken = 'voice-test';
/** In every answer of the upstream, cut in two events. */
const phrase = 'demo model';
const prompt = 'Say something.';

interface Api {
  readonly name: string;
  readonly dialect: UpstreamDialect;
  readonly path: string;
  readonly streamPath?: string;
  readonly body: (text: string) => object;
  /** Code of a refused prompt. */
  readonly code: (error: Record<string, unknown>) => unknown;
}

const apis: readonly Api[] = [
  {
    name: 'chat completions',
    dialect: openaiChat,
    path: '/v1/chat/completions',
    body: (content) => ({ model, messages: [{ role: 'user', content }] }),
    code: ({ code }) => code,
  },
  {
    name: 'Responses',
    dialect: openaiResponses,
    path: '/v1/responses',
    body: (input) => ({ model, input }),
    code: ({ code }) => code,
  },
  {
    name: 'messages',
    dialect: anthropicMessages,
    path: '/v1/messages',
    body: (content) => ({ model, max_tokens: 500, messages: [{ role: 'user', content }] }),
    code: ({ type }) => type === 'invalid_request_error' && 'sensitive_words_detected',
  },
  {
    name: 'Gemini',
    dialect: gemini,
    path: `/v1beta/models/${model}:generateContent`,
    streamPath: `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
    body: (text) => ({ contents: [{ role: 'user', parts: [{ text }] }] }),
    code: ({ status }) => status === 'INVALID_ARGUMENT' && 'sensitive_words_detected',
  },
];

let upstream: Upstream;
let voice: FakeRealtime;
let gateway: TestGateway;
let key = '';

/** A gateway with these words and options, for the tests of a suite. */
function gatewayWith(options: Record<string, string>): void {
  before(async () => {
    upstream = await startUpstream();
    voice = await fakeRealtime('sk-upstream');
    gateway = await startGateway('memory', async (db, secrets) => {
      const userId = await seedUser(db, { username: 'ann', balance: 100_000_000 });
      key = (await seedToken(db, secrets, { userId })).key;
      for (const [name, value] of Object.entries(options)) {
        await db.insertInto('options').values({ key: name, value }).execute();
      }
      // 1 quota per token of a prompt, 4 per token of an answer.
      await seedPrice(db, model, { input: '2', output: '8' });
      await seedChannel(db, secrets, { baseUrl: upstream.url, models: [model] });
      await seedPrice(db, spoken, { input: '4', output: '16' });
      await seedChannel(db, secrets, { baseUrl: voice.url, models: [spoken] });
    });
  });
  after(async () => {
    await gateway.close();
    await upstream.close();
    await voice.close();
  });
}

async function ask({ path, streamPath = path, body }: Api, text: string, stream: boolean) {
  const answer = await fetch(gateway.url + (stream ? streamPath : path), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...body(text), ...(stream && streamPath === path ? { stream } : {}) }),
  });
  const requestId = answer.headers.get('x-oneapi-request-id');
  return { status: answer.status, headers: answer.headers, requestId, text: await answer.text() };
}

/** What a client reads of an answer, and how it ended. */
function read({ dialect }: Api, answer: string, stream: boolean) {
  const collector = new PartCollector();
  if (!stream) {
    const { parts, finishReason } = dialect.readResponse(JSON.parse(answer));
    return { text: parts.map((part) => ('text' in part ? part.text : '')).join(''), finish: finishReason.unified };
  }
  const reader = dialect.readStream();
  for (const frame of sse.decoder().push(Buffer.from(answer)))
    for (const part of reader.read(frame)) collector.add(part);
  for (const part of reader.end()) collector.add(part);
  assert.equal(collector.error(), undefined);
  return { text: collector.text(), finish: collector.result().finishReason.unified };
}

describe('words in prompts', () => {
  gatewayWith({ SensitiveWords: 'unspeakable\nsecret plan', CheckSensitiveOnCompletionEnabled: 'false' });

  for (const api of apis) {
    test(`${api.name}: a prompt with a word is refused, costs nothing, and the refusal does not repeat it`, async () => {
      const refused = await ask(api, `Tell me the UNSPEAK\u00adABLE one. ${'word '.repeat(20_000)}`, true);
      assert.equal(refused.status, 400);
      assert.equal(api.code(JSON.parse(refused.text).error), 'sensitive_words_detected');
      assert.ok(!/unspeak/i.test(refused.text));
      assert.equal(refused.headers.get('x-should-retry'), 'false');
      assert.equal(upstream.requests().length, 0);
    });
  }

  test('what is drawn, embedded or turned into sound is looked through as well', async () => {
    for (const [path, body] of [
      ['/v1/completions', { prompt: 'my ｓｅｃｒｅｔ plan' }],
      ['/v1/embeddings', { input: ['fine', 'my secret plan'] }],
      ['/v1/images/generations', { prompt: 'my secret plan' }],
      ['/v1/audio/speech', { input: 'my secret plan', voice: 'alloy' }],
      ['/v1/rerank', { query: 'plan', documents: ['fine', 'my secret plan'] }],
    ] as const) {
      const answer = await fetch(gateway.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, ...body }),
      });
      assert.equal(((await answer.json()) as { error: { code: string } }).error.code, 'sensitive_words_detected', path);
    }
    assert.equal(gateway.events.length, 0);
  });

  test('drawings are not asked for with a word, and the refusal is in the caller’s form', async () => {
    const answer = await fetch(`${gateway.url}/mj/submit/imagine`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: 'my secret plan' }),
    });
    assert.equal(answer.status, 400);
    assert.match(((await answer.json()) as { description: string }).description, /a word that is not allowed/);
  });

  test('what clients write in realtime sessions is answered by an error and goes no further', async () => {
    const client = await openRealtime(gateway.url, spoken, { headers: { authorization: `Bearer ${key}` } });
    const say = (text: string) =>
      client.send({
        type: 'conversation.item.create',
        item: { type: 'message', content: [{ type: 'input_text', text }] },
      });
    say('my secret plan');
    client.send({ type: 'session.update', session: { instructions: 'Say the UNSPEAKABLE.' } });
    client.send({ type: 'input_audio_buffer.append', audio: Buffer.from('secret plan').toString('base64') });
    say('hello');
    const messages = await waitFor(() => {
      const all = voice.sessions.at(-1)?.messages ?? [];
      return all.length === 2 ? all : undefined;
    });
    assert.deepEqual(
      messages.map(({ data }) => JSON.parse(String(data)).type),
      ['input_audio_buffer.append', 'conversation.item.create'],
    );
    const { error } = await heard(client, 'error', 2);
    assert.equal((error as { code: string }).code, 'sensitive_words_detected');
    client.socket.close();
  });

  test('other prompts are answered', async () => {
    const { status, text } = await ask(apis[0] as Api, 'Tell me the speakable one.', false);
    assert.equal(status, 200, text);
  });
});

describe('words in answers, masked', () => {
  gatewayWith({ SensitiveWords: phrase, CheckSensitiveOnCompletionEnabled: 'true', StopOnSensitiveEnabled: 'false' });

  for (const api of apis) {
    for (const stream of [false, true]) {
      test(`${api.name}, ${stream ? 'streamed' : 'whole'}`, async () => {
        const answer = await ask(api, prompt, stream);
        const { text, finish } = read(api, answer.text, stream);
        assert.match(text, /\*{4}\*\*{5}/);
        assert.ok(!answer.text.includes(phrase));
        assert.equal(finish, 'stop');
        const event = await gateway.event(({ id }) => id === answer.requestId);
        assert.deepEqual([event.ended, event.counted], ['done', 'upstream']);
      });
    }
  }
});

describe('words in answers, which end them', () => {
  gatewayWith({ SensitiveWords: phrase, CheckSensitiveOnCompletionEnabled: 'true' });

  for (const api of apis) {
    test(`${api.name}, whole: what stands before the word is answered, what was received is charged`, async () => {
      const answer = await ask(api, prompt, false);
      const { text, finish } = read(api, answer.text, false);
      assert.ok(text.length > 10 && !text.includes('demo'), text);
      assert.equal(finish, 'content-filter');
      const event = await gateway.event(({ id }) => id === answer.requestId);
      assert.deepEqual([event.status, event.counted], [200, 'upstream']);
    });

    test(`${api.name}, streamed: the upstream is left, and what came of it is charged`, async () => {
      upstream.script({ behaviour: { intervalMs: 5 }, times: 1 });
      const answer = await ask(api, prompt, true);
      const { text, finish } = read(api, answer.text, true);
      assert.ok(text.length > 10 && !text.includes('demo'), text);
      assert.equal(finish, 'content-filter');
      const event = await gateway.event(({ id }) => id === answer.requestId);
      assert.deepEqual([event.status, event.ended, event.counted], [200, 'filtered', 'local']);
      assert.ok(event.tokens.completion > 5 && event.charge > event.tokens.completion * 4 - 1);
      assert.equal(upstream.requests().at(-1)?.outcome, 'aborted');
    });
  }

  test('an answer without the word passes byte for byte', async () => {
    upstream.script({ behaviour: { tokens: 3 }, times: 2 });
    const body = { ...apis[0]?.body(prompt), stream: true, stream_options: { include_usage: true } };
    const [through, direct] = await Promise.all(
      [
        [gateway.url, key],
        [upstream.url, 'sk-upstream'],
      ].map(async ([url, secret]) => {
        const answer = await fetch(`${url}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        return (await answer.text()).replace(/chatcmpl-\w+|"created":\d+/g, '');
      }),
    );
    assert.equal(through, direct);
  });
});
