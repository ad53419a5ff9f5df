import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { bearer, type Host, type RunningHost, startHost, usageOf } from '@switchyard/testing/hosts';
import { ai360 } from '@switchyard/testing/hosts/ai360';
import { ali } from '@switchyard/testing/hosts/ali';
import { anthropicMessages } from '@switchyard/testing/hosts/anthropic-messages/anthropic-messages';
import { baidu } from '@switchyard/testing/hosts/baidu';
import { minimax } from '@switchyard/testing/hosts/minimax';
import { hunyuan, tokenHub } from '@switchyard/testing/hosts/tencent';
import { type FakeSpark, startSpark, xunfei } from '@switchyard/testing/hosts/xunfei';
import { zhipu } from '@switchyard/testing/hosts/zhipu';
import type OpenAI from 'openai';
import { startGateway, type TestGateway } from './harness/gateway.ts';
import { testedChannel } from './harness/internal-call.ts';

const zhipuKey = '5f1d0c9e8b7a.zhipuSecret';
const tide = {
  type: 'function' as const,
  function: {
    name: 'tide',
    description: 'The tide at a port',
    parameters: { type: 'object', properties: { port: { type: 'string' }, unit: { type: 'string' } } },
  },
};
const sampled = '{"port": "Zürich", "unit":"Zürich"}';

/** Models by what stands behind them; `tools`: it calls tools. */
const behind = [
  { model: 'glm-5.3', tools: true, thinks: true },
  { model: 'chatglm_turbo', tools: false },
  { model: 'glm-4.7', tools: true, thinks: true },
  { model: 'qwen3.7-max', tools: true, thinks: true },
  { model: 'qwq-plus', tools: true },
  { model: 'qwen-plugin', tools: false },
  { model: 'ernie-5.1', tools: true, thinks: true },
  { model: 'ERNIE-4.0-8K', tools: true },
  { model: 'hy3-preview', tools: true },
  { model: 'hunyuan-lite', tools: true },
  { model: 'MiniMax-M3', tools: true, thinks: true },
  { model: '360gpt2-pro', tools: true },
  { model: 'Spark-Max', tools: true },
  { model: 'Spark-Lite', tools: false },
  { model: 'generalv3.5', tools: true },
  { model: 'spark-x', tools: true, thinks: true },
] as const;

describe('hosts in China', () => {
  const hosts: RunningHost[] = [];
  let spark: FakeSpark;
  let gateway: TestGateway;
  let client: OpenAI;
  let key = '';

  before(async () => {
    const open = async (...given: readonly Host[]) => {
      const host = await startHost(...given);
      hosts.push(host);
      return host.url;
    };
    const old = { id: 'id1', secret: 'secret1' };
    const urls = {
      zhipu: await open(zhipu(zhipuKey), anthropicMessages({ prefix: '/api/anthropic', proof: bearer(zhipuKey) })),
      ali: await open(ali('sk-ali'), anthropicMessages({ prefix: '/apps/anthropic', proof: bearer('sk-ali') })),
      baidu: await open(baidu({ key: 'bce-v3/ALTAK-a/b', application: 'app-1', old })),
      tencent: await open(tokenHub('sk-hub'), hunyuan({ secretId: 'AKID1', secretKey: 'tencentSecret' })),
      minimax: await open(
        minimax({ key: 'minimax-key', group: '77' }),
        anthropicMessages({ prefix: '/anthropic', proof: bearer('minimax-key') }),
      ),
      ai360: await open(ai360('fk1')),
      xunfei: await open(xunfei('password1')),
    };
    spark = await startSpark({ applicationId: 'app1', apiKey: 'sparkKey', apiSecret: 'sparkSecret' });
    gateway = await startGateway('memory', async (db, sealing) => {
      const userId = await seedUser(db, { username: 'ada', balance: 1_000_000_000 });
      key = (await seedToken(db, sealing, { userId })).key;
      const channel = async (type: number, baseUrl: string, secret: string, models: string[], other = '') => {
        for (const model of models) await seedPrice(db, model, { input: '2', output: '8' });
        await seedChannel(db, sealing, { type, baseUrl, key: secret, models, other });
      };
      await channel(26, urls.zhipu, zhipuKey, [
        'glm-5.3',
        'glm-4v-plus',
        'glm-4.6v',
        'embedding-3',
        'cogview-4-250304',
      ]);
      await channel(16, urls.zhipu, zhipuKey, ['chatglm_turbo', 'glm-4.7']);
      const aliModels = ['qwen3.7-max', 'qwq-plus', 'text-embedding-v4', 'qwen3-rerank', 'qwen-image', 'wan2.5-t2i'];
      await channel(17, urls.ali, 'sk-ali', aliModels);
      await channel(17, urls.ali, 'sk-ali', ['qwen-plugin'], '{"calculator":{}}');
      await channel(15, urls.baidu, 'bce-v3/ALTAK-a/b|app-1', ['ernie-5.1', 'embedding-v1']);
      await channel(15, urls.baidu, 'id1|secret1', ['ERNIE-4.0-8K', 'bge-large-zh'], 'v1');
      await channel(15, urls.baidu, 'id1|wrong', ['ERNIE-Bot'], 'v1');
      await channel(23, urls.tencent, 'sk-hub', ['hy3-preview']);
      await channel(23, urls.tencent, 'app|AKID1|tencentSecret', [
        'hunyuan-lite',
        'hunyuan-vision',
        'hunyuan-embedding',
      ]);
      await channel(23, urls.tencent, 'app|AKID1|wrong', ['hunyuan-pro']);
      await channel(35, urls.minimax, 'minimax-key|77', [
        'MiniMax-M3',
        'speech-02-hd',
        'speech-01',
        'embo-01',
        'image-01',
      ]);
      await channel(35, urls.minimax, 'minimax-key|78', ['speech-02-turbo']);
      await channel(19, urls.ai360, 'fk1', ['360gpt2-pro']);
      await channel(18, urls.xunfei, 'password1', ['generalv3.5', 'spark-x']);
      await channel(18, spark.url, 'app1|sparkSecret|sparkKey', ['Spark-Max', 'Spark-Lite']);
      await channel(18, spark.url, 'app1|wrong|sparkKey', ['Spark-Pro']);
    });
    client = gateway.client(key);
  });
  after(async () => {
    await gateway?.close();
    await spark?.close();
    for (const host of hosts) await host.close();
  });

  const ask = (model: string, content: string, more: object = {}) =>
    client.chat.completions.create({
      model,
      messages: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content },
      ],
      ...more,
    });

  /** What the host that answered last understood. */
  const understood = (text: string) => {
    const heard = [
      ...hosts.flatMap((host) => host.requests().map(({ reply }) => reply.conversation)),
      ...spark.conversations,
    ];
    const found = heard.findLast((conversation) => conversation?.text.includes(text));
    assert.ok(found, `no host heard “${text}”`);
    return found;
  };

  for (const { model, tools } of behind) {
    test(`${model} passes the operator’s test`, async () => {
      assert.deepEqual(await testedChannel(gateway, model), { success: true, message: '' });
    });

    test(`${model} answers whole, and what the host counted is charged`, async () => {
      const question = `Low water? (${model}, whole)`;
      const { choices, usage } = await ask(model, question, { temperature: 0, top_p: 1, max_completion_tokens: 500 });
      assert.match(choices[0]?.message.content ?? '', /High water at Brest/);
      assert.equal(choices[0]?.finish_reason, 'stop');
      const expected = usageOf(understood(question));
      assert.deepEqual(
        [usage?.prompt_tokens, usage?.completion_tokens],
        [expected.promptTokens, expected.completionTokens],
      );
      const event = await gateway.event((one) => one.model === model && !one.stream);
      assert.equal(event.counted, 'upstream');
      assert.deepEqual(
        [event.tokens.prompt, event.tokens.completion],
        [expected.promptTokens, expected.completionTokens],
      );
    });

    test(`${model} answers as a stream, and what the host counted is charged`, async () => {
      const question = `Low water? (${model}, stream)`;
      const stream = client.chat.completions.stream({
        model,
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: question },
        ],
        stream_options: { include_usage: true },
      });
      const { choices, usage } = await stream.finalChatCompletion();
      assert.match(choices[0]?.message.content ?? '', /High water at Brest/);
      assert.equal(choices[0]?.finish_reason, 'stop');
      const expected = usageOf(understood(question));
      assert.deepEqual(
        [usage?.prompt_tokens, usage?.completion_tokens],
        [expected.promptTokens, expected.completionTokens],
      );
      const event = await gateway.event((one) => one.model === model && one.stream);
      assert.deepEqual(
        [event.tokens.prompt, event.tokens.completion],
        [expected.promptTokens, expected.completionTokens],
      );
    });

    if (!tools) continue;
    for (const stream of [false, true]) {
      test(`${model} calls a tool ${stream ? 'in a stream' : 'in a whole answer'}, byte for byte, and hears its result`, async () => {
        const content = `Low water? (${model}, tools)`;
        const asked = { model, messages: [{ role: 'user' as const, content }], tools: [tide] };
        const answer = stream
          ? await client.chat.completions.stream(asked).finalChatCompletion()
          : await client.chat.completions.create(asked);
        const message = answer.choices[0]?.message;
        const [call] = message?.tool_calls ?? [];
        assert.ok(message && call?.type === 'function');
        assert.equal(answer.choices[0]?.finish_reason, 'tool_calls');
        assert.equal(call.function.name, 'tide');
        assert.equal(call.function.arguments, sampled);
        const { id, type, function: called } = call;
        const told = await client.chat.completions.create({
          model,
          tools: [tide],
          messages: [
            { role: 'user', content },
            {
              role: 'assistant',
              content: null,
              tool_calls: [{ id, type, function: { name: called.name, arguments: called.arguments } }],
            },
            { role: 'tool', tool_call_id: id, content: '16:40' },
          ],
        });
        assert.equal(told.choices[0]?.message.content, 'The tool said: 16:40');
      });
    }
  }

  for (const { model } of behind.filter((one) => 'thinks' in one)) {
    test(`${model} thinks when asked, and not when told not to`, async () => {
      const reasoning = async (effort: string) => {
        const { choices } = await ask(model, `Think (${model})`, { reasoning_effort: effort });
        const message = choices[0]?.message as { reasoning_content?: string } | undefined;
        return message?.reasoning_content ?? '';
      };
      assert.match(await reasoning('high'), /I weigh/);
      assert.equal(await reasoning('none'), '');
    });
  }

  for (const [model, path] of [
    ['glm-5.3', '/api/anthropic/v1/messages'],
    ['glm-4.7', '/api/anthropic/v1/messages'],
    ['qwen3.7-max', '/apps/anthropic/v1/messages'],
    ['MiniMax-M3', '/anthropic/v1/messages'],
    ['chatglm_turbo', '/api/paas/v3/model-api/chatglm_turbo/invoke'],
    ['qwen-plugin', '/api/v1/services/aigc/text-generation/generation'],
    ['ernie-5.1', '/v2/chat/completions'],
    ['hunyuan-lite', '/'],
    ['360gpt2-pro', '/v1/chat/completions'],
  ] as const) {
    test(`${model} answers Anthropic’s clients from ${path}`, async () => {
      const anthropic = new Anthropic({ apiKey: key, baseURL: gateway.url, maxRetries: 0 });
      const text = `Low water? (${model}, Anthropic)`;
      const { content } = await anthropic.messages.create({
        model,
        max_tokens: 500,
        messages: [{ role: 'user', content: text }],
      });
      assert.match(content.map((block) => ('text' in block ? block.text : '')).join(''), /High water at Brest/);
      const heard = hosts.flatMap((host) => host.requests()).findLast(({ body }) => body.includes(text));
      assert.equal(heard?.path, path);
    });
  }

  for (const model of [
    'glm-4v-plus',
    'glm-4.6v',
    'qwen3.7-max',
    'ernie-5.1',
    'hunyuan-vision',
    'hy3-preview',
    'MiniMax-M3',
  ]) {
    test(`${model} gets a picture whole`, async () => {
      const picture = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
      const url = `data:image/png;base64,${picture.toString('base64')}`;
      const content = [
        { type: 'text' as const, text: 'What is this?' },
        { type: 'image_url' as const, image_url: { url } },
      ];
      const { choices } = await client.chat.completions.create({ model, messages: [{ role: 'user', content }] });
      const digest = createHash('sha256').update(picture).digest('hex').slice(0, 12);
      assert.ok(choices[0]?.message.content?.includes(digest));
    });
  }

  for (const model of [
    'embedding-3',
    'text-embedding-v4',
    'embedding-v1',
    'bge-large-zh',
    'hunyuan-embedding',
    'embo-01',
  ]) {
    test(`${model} embeds, in the encoding that OpenAI’s SDK asks for`, async () => {
      const { data, usage } = await client.embeddings.create({ model, input: ['low', 'high tide'] });
      assert.deepEqual(
        data.map(({ embedding }) => embedding),
        [
          [0.375, -0.5],
          [1.125, -0.5],
        ],
      );
      assert.equal(usage.prompt_tokens, 6);
      assert.equal((await gateway.event((one) => one.model === model)).tokens.prompt, 6);
    });
  }

  test('a rerank of Ali’s', async () => {
    const answer = await client.post<{ results: unknown[]; usage: unknown }>('/rerank', {
      body: { model: 'qwen3-rerank', query: 'tide', documents: ['low', 'high'], return_documents: true },
    });
    assert.deepEqual(answer.results, [
      { index: 1, relevance_score: 0.9, document: { text: 'high' } },
      { index: 0, relevance_score: 1, document: { text: 'low' } },
    ]);
    assert.equal((await gateway.event(({ model }) => model === 'qwen3-rerank')).tokens.prompt, 10);
  });

  for (const [model, n, calls] of [
    ['cogview-4-250304', 1, 1],
    ['qwen-image', 2, 2],
    ['wan2.5-t2i', 2, 1],
    ['image-01', 3, 3],
  ] as const) {
    test(`${model} draws, and ${calls} of ${n} pictures are charged`, async () => {
      const { data } = await client.images.generate({ model, prompt: 'A quay', n, size: '1024x1024' });
      assert.equal(data?.length, calls);
      assert.match(data?.[0]?.url ?? '', /^https:\/\/pictures\.example\//);
      assert.equal((await gateway.event((one) => one.model === model)).tokens.calls, calls);
    });
  }

  test('speech of MiniMax’s is sound', async () => {
    const answer = await client.audio.speech.create({ model: 'speech-02-hd', voice: 'nova', input: 'Low water' });
    assert.equal(answer.headers.get('content-type'), 'audio/mpeg');
    assert.equal(Buffer.from(await answer.arrayBuffer()).toString(), 'mp3 presenter_female: Low water');
    assert.equal((await gateway.event(({ model }) => model === 'speech-02-hd')).tokens.characters, 9);
  });

  for (const [model, characters] of [
    ['speech-02-hd', 10],
    ['speech-01', 9],
  ] as const) {
    test(`a Chinese character to speak counts twice, told by its host or not: ${model}`, async () => {
      await client.audio.speech.create({ model, voice: 'alloy', input: '退潮， 8h!' });
      await gateway.event((one) => one.model === model && one.tokens.characters === characters);
    });
  }

  for (const model of ['speech-02-turbo', 'hunyuan-pro', 'ERNIE-Bot', 'Spark-Pro']) {
    test(`${model}: a refused key is the operator’s matter`, async () => {
      const asked =
        model === 'speech-02-turbo'
          ? client.audio.speech.create({ model, voice: 'nova', input: 'Low water' })
          : ask(model, 'Low water?', { stream: true });
      await assert.rejects(asked, { status: 502 });
      const { error, channelId } = await gateway.event((one) => one.model === model);
      assert.ok(channelId > 0);
      assert.match(error ?? '', /did not answer properly/);
    });
  }

  test('tools are refused where a version of Spark knows none', async () => {
    await assert.rejects(ask('Spark-Lite', 'Low water?', { tools: [tide] }), { status: 400 });
  });
});
