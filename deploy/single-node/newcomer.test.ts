import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { freePort, startNats, startRedis, type TestServer, testDatabase } from '@switchyard/testing';
import { startUpstream, type Upstream } from '@switchyard/testing/upstream';
import { generateText, streamText } from 'ai';
import OpenAI from 'openai';
import { Type } from 'typebox';
import { type ConsoleClient, signIn } from './demo/console-client.ts';
import { type Launcher, launch } from './harness.ts';

const model = 'gpt-5.6-luna';
const messages = [{ role: 'user' as const, content: 'Hello' }];
const prompt = 'Hello';

const Self = Type.Object({ quota: Type.Integer(), used_quota: Type.Integer() });
const Named = Type.Object({ id: Type.Integer() });
const Key = Type.Object({ key: Type.String() });
const Rows = Type.Object({
  items: Type.Array(
    Type.Object({
      quota: Type.Integer(),
      prompt_tokens: Type.Integer(),
      completion_tokens: Type.Integer(),
      model_name: Type.String(),
      is_stream: Type.Boolean(),
    }),
  ),
});

for (const adapters of ['memory and in-process', 'Redis and NATS'] as const) {
  describe(`a newcomer's path, ${adapters}`, () => {
    const servers: TestServer[] = [];
    let dataDir = '';
    let upstream: Upstream;
    let launcher: Launcher;
    let address = '';
    let root: ConsoleClient;
    let apiKey = '';
    let drop: () => Promise<void>;

    before(async () => {
      upstream = await startUpstream();
      dataDir = mkdtempSync(join(tmpdir(), 'switchyard-newcomer-'));
      chmodSync(dataDir, 0o711);
      const database = await testDatabase();
      drop = database.drop;
      if (adapters === 'Redis and NATS') servers.push(await startRedis(), await startNats());
      const consolePort = String(await freePort());
      address = `http://localhost:${consolePort}`;
      launcher = launch({
        HOST: '127.0.0.1',
        SWITCHYARD_DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        CONSOLE_PORT: consolePort,
        RELAY_PORT: String(await freePort()),
        // The tests of a whole run share the machine.
        RELAY_LAG_LIMIT_MS: '0',
        BILLING_PORT: String(await freePort()),
        ...(servers[0] && servers[1] ? { REDIS_URL: servers[0].url, NATS_URL: servers[1].url } : {}),
      });
      await launcher.started();
    });
    after(async () => {
      launcher?.kill('SIGTERM');
      await launcher?.code();
      await upstream.close();
      for (const server of servers) await server.stop();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    });

    const balance = async () => (await root.call('GET', '/api/user/self', Self)).quota;
    const rows = async () => (await root.call('GET', '/api/log/self/?p=1&page_size=50&type=2', Rows)).items;

    /** Runs a call and answers its log row, once the balance has fallen by exactly its charge. */
    async function charged(call: () => Promise<unknown>) {
      const [balanceBefore, rowsBefore] = [await balance(), (await rows()).length];
      await call();
      for (const until = Date.now() + 5_000; Date.now() < until; ) {
        const items = await rows();
        const [row] = items;
        if (items.length > rowsBefore && row) {
          assert.equal(balanceBefore - (await balance()), row.quota);
          assert.ok(row.quota > 0);
          return row;
        }
      }
      throw new Error('The call has no row in the log.');
    }

    test('signs in with the one-time password, adds a channel, tests it and makes a key', async () => {
      const [, password] = /Password\s+(\S+)/.exec(launcher.said()) ?? [];
      root = await signIn(address, 'root', password ?? '');
      const created = await root.call('POST', '/api/channel/', Type.Object({ ids: Type.Array(Type.Integer()) }), {
        type: 1,
        name: 'first',
        key: 'sk-upstream',
        base_url: upstream.url,
        models: `${model},text-embedding-3-small`,
        group: 'default',
      });
      await root.call('GET', `/api/channel/test/${created.ids[0]}`, Type.Unknown());
      const token = await root.call('POST', '/api/token/', Named, {
        name: 'mine',
        unlimited_quota: true,
        expired_time: -1,
      });
      apiKey = (await root.call('POST', `/api/token/${token.id}/key`, Key)).key;
      assert.match(apiKey, /^sk-[0-9A-Za-z]{48}$/);
      // The relay hears of the channel within the blink of an eye, but not within the call that created it.
      const client = new OpenAI({ apiKey, baseURL: `${address}/v1` });
      for (const until = Date.now() + 5_000; Date.now() < until; ) {
        if ((await client.models.list()).data.some(({ id }) => id === model)) return;
      }
      assert.fail('The model of the new channel is not offered.');
    });

    test('calls with the official openai package, streaming and not, and pays exactly what the log says', async () => {
      const client = new OpenAI({ apiKey, baseURL: `${address}/v1`, maxRetries: 3 });
      const whole = await charged(async () => {
        const answer = await client.chat.completions.create({ model, messages });
        assert.ok(answer.choices[0]?.message.content);
      });
      assert.equal(whole.is_stream, false);
      const streamed = await charged(async () => {
        let text = '';
        const stream = await client.chat.completions.create({ model, messages, stream: true });
        for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
        assert.ok(text);
      });
      assert.equal(streamed.is_stream, true);
      assert.deepEqual(
        [streamed.prompt_tokens, streamed.completion_tokens, streamed.quota],
        [whole.prompt_tokens, whole.completion_tokens, whole.quota],
      );
      await charged(() => client.embeddings.create({ model: 'text-embedding-3-small', input: prompt }));
    });

    test('calls with the ai package, streaming and not', async () => {
      const provider = createOpenAICompatible({
        name: 'switchyard',
        apiKey,
        baseURL: `${address}/v1`,
        includeUsage: true,
      });
      const row = await charged(async () => {
        const { text, usage } = await generateText({ model: provider(model), prompt });
        assert.ok(text && usage.outputTokens);
      });
      const streamed = await charged(async () => {
        const { textStream, usage } = streamText({ model: provider(model), prompt });
        let text = '';
        for await (const part of textStream) text += part;
        assert.ok(text);
        assert.equal((await usage).outputTokens, row.completion_tokens);
      });
      assert.equal(streamed.completion_tokens, row.completion_tokens);
    });

    test('serves the web app and the API at one address', async () => {
      const page = await fetch(`${address}/token`, { headers: { accept: 'text/html' } });
      assert.equal(page.status, 200);
      assert.match(await page.text(), /<div id="root">/);
      const unknown = await fetch(`${address}/v1/unknown`, {
        headers: { authorization: `Bearer ${apiKey}` },
      });
      assert.equal(unknown.status, 404);
    });
  });
}
