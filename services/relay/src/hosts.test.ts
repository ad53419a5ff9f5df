import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import {
  bearer,
  type Host,
  headerKey,
  openaiChat,
  openaiResponses,
  openaiRules,
  type RunningHost,
  startHost,
} from '@switchyard/testing/hosts';
import { aiproxyHost } from '@switchyard/testing/hosts/aiproxy';
import { azureHost } from '@switchyard/testing/hosts/azure';
import { cloudflareHost } from '@switchyard/testing/hosts/cloudflare';
import { cohereHost } from '@switchyard/testing/hosts/cohere';
import { deepseekHost } from '@switchyard/testing/hosts/deepseek';
import { difyHost } from '@switchyard/testing/hosts/dify';
import { fastgptHost } from '@switchyard/testing/hosts/fastgpt';
import { groqHost } from '@switchyard/testing/hosts/groq';
import { jinaHost } from '@switchyard/testing/hosts/jina';
import { mistralHost } from '@switchyard/testing/hosts/mistral';
import { moonshotHost } from '@switchyard/testing/hosts/moonshot';
import { ollamaHost } from '@switchyard/testing/hosts/ollama';
import type OpenAI from 'openai';
import { startGateway, type TestGateway } from './harness/gateway.ts';
import { testedChannel } from './harness/internal-call.ts';

const secret = 'key-of-the-channel';
const account = '0123456789abcdef0123456789abcdef';
const says = /High water at Brest/;
const tide = {
  type: 'function' as const,
  function: {
    name: 'low-tide',
    parameters: { type: 'object', properties: { port: { type: 'string' }, hour: { type: 'integer' } } },
  },
};

interface Case {
  readonly name: string;
  readonly type: number;
  readonly hosts: readonly Host[];
  readonly model: string;
  readonly other?: string;
  /** Behind the host in the channel's base. */
  readonly path?: string;
  readonly calls?: false;
  /** The host tells no tokens: they are counted here. */
  readonly usage?: false;
}

const cases: readonly Case[] = [
  {
    name: 'OpenAI',
    type: 1,
    hosts: [openaiChat({ proof: bearer(secret), rules: openaiRules }), openaiResponses({ proof: bearer(secret) })],
    model: 'gpt-5.6-luna',
  },
  {
    name: 'Azure, a model that reasons',
    type: 3,
    hosts: [
      azureHost({ key: secret }),
      openaiResponses({ path: '/openai/v1/responses', proof: headerKey('api-key', secret) }),
    ],
    model: 'gpt-6-sol',
  },
  { name: 'Ollama', type: 4, hosts: [ollamaHost({ key: secret })], model: 'qwen3.5:9b' },
  { name: 'Cohere', type: 34, hosts: [cohereHost({ key: secret })], model: 'command-a-03-2025' },
  { name: 'Dify', type: 37, hosts: [difyHost({ key: secret })], model: 'dify-agent', calls: false },
  {
    name: 'a workflow of Dify',
    type: 37,
    hosts: [difyHost({ key: secret })],
    model: 'dify-flow',
    other: 'workflow',
    calls: false,
  },
  {
    name: 'FastGPT',
    type: 22,
    hosts: [fastgptHost({ key: secret })],
    model: 'fastgpt',
    path: '/api',
    calls: false,
    usage: false,
  },
  {
    name: 'AI Proxy',
    type: 21,
    hosts: [aiproxyHost({ key: secret, library: 'lib-1' })],
    model: 'gpt-4o-mini',
    other: 'lib-1',
    calls: false,
    usage: false,
  },
  { name: 'Moonshot', type: 25, hosts: [moonshotHost({ key: secret })], model: 'kimi-k2.6' },
  { name: 'Groq', type: 101, hosts: [groqHost({ key: secret })], model: 'qwen/qwen3-32b', path: '/openai' },
  { name: 'DeepSeek', type: 43, hosts: [deepseekHost({ key: secret })], model: 'deepseek-flash' },
  { name: 'Mistral', type: 42, hosts: [mistralHost({ key: secret })], model: 'mistral-medium-3.5' },
  { name: 'Azure, new addresses', type: 3, hosts: [azureHost({ key: secret })], model: 'gpt-4.1-azure' },
  {
    name: 'Azure by deployment',
    type: 3,
    hosts: [azureHost({ key: secret })],
    model: 'gpt-4o-azure',
    other: '2024-10-21',
  },
  {
    name: 'Cloudflare',
    type: 39,
    hosts: [cloudflareHost({ key: secret, account })],
    model: '@cf/openai/gpt-oss-20b',
    other: account,
  },
  { name: 'Jina', type: 38, hosts: [jinaHost({ key: secret })], model: 'jina-reranker-v3', calls: false },
];
const spoken = cases.filter(({ name }) => name !== 'Jina');
const embedding = ['embed-v4.0', 'jina-embeddings-v3'];
const reranking = ['rerank-v3.5', 'jina-reranker-v3'];

describe('hosts, asked by a client that speaks OpenAI’s way', () => {
  const hosts: RunningHost[] = [];
  let gateway: TestGateway;
  let client: OpenAI;
  let key = '';

  before(async () => {
    for (const each of cases) hosts.push(await startHost(...each.hosts));
    gateway = await startGateway('memory', async (db, keys) => {
      const userId = await seedUser(db, { username: 'ada', balance: 100_000_000 });
      key = (await seedToken(db, keys, { userId })).key;
      for (const [at, { type, model, other = '', path = '' }] of cases.entries()) {
        const more = type === 34 ? ['embed-v4.0', 'rerank-v3.5'] : type === 38 ? ['jina-embeddings-v3'] : [];
        const baseUrl = `${hosts[at]?.url}${path}`;
        await seedChannel(db, keys, { type, baseUrl, other, key: secret, models: [model, ...more] });
        for (const name of [model, ...more]) await seedPrice(db, name, { input: '2', output: '8' });
      }
    });
    client = gateway.client(key);
  });
  after(async () => {
    await gateway?.close();
    for (const host of hosts) await host.close();
  });

  for (const { name, model, calls, usage: told } of spoken) {
    test(`${name} passes the operator’s test`, async () => {
      assert.deepEqual(await testedChannel(gateway, model), { success: true, message: '' });
    });

    test(`${name} answers whole, with usage`, async () => {
      const answer = await client.chat.completions.create({ model, messages: ask('whole') });
      assert.match(answer.choices[0]?.message.content ?? '', says);
      assert.equal(answer.choices[0]?.finish_reason, 'stop');
      assert.equal(answer.object, 'chat.completion');
      const event = await gateway.event((candidate) => candidate.model === model && !candidate.stream);
      assert.ok(event.tokens.prompt > 0 && event.tokens.completion > 0);
      assert.equal(event.counted, told === false ? 'local' : 'upstream');
      if (told !== false) assert.equal(event.tokens.completion, answer.usage?.completion_tokens);
      assert.ok(event.charge > 0);
    });

    test(`${name} answers in a stream, with usage`, async () => {
      const stream = await client.chat.completions.create({
        model,
        messages: ask('streamed'),
        stream: true,
        stream_options: { include_usage: true },
      });
      let text = '';
      let finish: string | null = null;
      let usage = 0;
      for await (const chunk of stream) {
        text += chunk.choices[0]?.delta.content ?? '';
        finish = chunk.choices[0]?.finish_reason ?? finish;
        usage = chunk.usage?.completion_tokens ?? usage;
      }
      assert.match(text, says);
      assert.equal(text.split('High water').length, 2, 'said once');
      assert.equal(finish, 'stop');
      const event = await gateway.event((candidate) => candidate.model === model && candidate.stream);
      assert.equal(event.ended, 'done');
      if (told !== false) assert.equal(event.tokens.completion, usage);
    });

    if (calls === false) continue;
    for (const stream of [false, true]) {
      test(`${name} calls a tool and reads its result, ${stream ? 'streamed' : 'whole'}`, async () => {
        const messages = ask('the tide');
        const called = await toolCall(client, model, messages, stream);
        assert.equal(called.name, 'low-tide');
        assert.deepEqual(JSON.parse(called.arguments), { port: 'Zürich', hour: 7 });
        const call = { id: called.id, type: 'function' as const, function: called };
        const answer = await client.chat.completions.create({
          model,
          tools: [tide],
          messages: [
            ...messages,
            {
              role: 'assistant',
              content: null,
              tool_calls: [{ ...call, function: { name: called.name, arguments: called.arguments } }],
            },
            { role: 'tool', tool_call_id: called.id, content: 'at ten past six' },
          ],
        });
        assert.match(answer.choices[0]?.message.content ?? '', /at ten past six/);
      });
    }
  }

  test('reasoning stands where clients look for it, wherever the host puts it', async () => {
    const ask = {
      model: 'qwen/qwen3-32b',
      messages: [{ role: 'user' as const, content: 'Why?' }],
      reasoning_effort: 'low' as const,
    };
    const answer = await client.chat.completions.create(ask);
    const message = answer.choices[0]?.message as { reasoning_content?: string } | undefined;
    assert.match(message?.reasoning_content ?? '', /I weigh/);
    let streamed = '';
    for await (const chunk of await client.chat.completions.create({ ...ask, stream: true })) {
      streamed += (chunk.choices[0]?.delta as { reasoning_content?: string } | undefined)?.reasoning_content ?? '';
    }
    assert.equal(streamed, message?.reasoning_content);
  });

  for (const model of embedding) {
    test(`${model} embeds in the encoding that SDKs ask for`, async () => {
      const answer = await client.embeddings.create({ model, input: ['low', 'high tide'] });
      assert.deepEqual(
        answer.data.map(({ embedding: vector }) => vector),
        [
          [0, 3 / 8],
          [1, 9 / 8],
        ],
      );
      assert.ok(answer.usage.total_tokens > 0);
    });
  }

  for (const model of reranking) {
    test(`${model} ranks, with the documents when they are asked for`, async () => {
      const answer = await fetch(`${gateway.url}/v1/rerank`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, query: 'tide', documents: ['low', 'high'], top_n: 1, return_documents: true }),
      });
      assert.equal(answer.status, 200);
      const { results, usage } = (await answer.json()) as {
        results: { index: number; document: unknown }[];
        usage: { total_tokens: number };
      };
      assert.equal(results.length, 1);
      assert.deepEqual([results[0]?.index, results[0]?.document], [1, { text: 'high' }]);
      assert.ok(usage.total_tokens > 0);
    });
  }

  test('a picture reaches the application that it is stored with first', async () => {
    const png = Buffer.from('89504e470d0a1a0a00', 'hex').toString('base64');
    const answer = await client.chat.completions.create({
      model: 'dify-agent',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
          ],
        },
      ],
    });
    assert.match(answer.choices[0]?.message.content ?? '', /image\/png of 9 bytes/);
  });
});

function ask(what: string): OpenAI.ChatCompletionMessageParam[] {
  return [{ role: 'user', content: `When is high water, ${what}?` }];
}

async function toolCall(client: OpenAI, model: string, messages: OpenAI.ChatCompletionMessageParam[], stream: boolean) {
  const body = { model, messages, tools: [tide] };
  if (!stream) {
    const answer = await client.chat.completions.create(body);
    assert.equal(answer.choices[0]?.finish_reason, 'tool_calls');
    const call = answer.choices[0]?.message.tool_calls?.[0];
    assert.ok(call?.type === 'function');
    return { id: call.id, name: call.function.name, arguments: call.function.arguments };
  }
  const called = { id: '', name: '', arguments: '' };
  for await (const chunk of await client.chat.completions.create({ ...body, stream: true })) {
    for (const call of chunk.choices[0]?.delta.tool_calls ?? []) {
      called.id ||= call.id ?? '';
      called.name += call.function?.name ?? '';
      called.arguments += call.function?.arguments ?? '';
    }
  }
  return called;
}
