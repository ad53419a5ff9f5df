import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import type { UsageEvent } from '@switchyard/contracts';
import { recompute } from '@switchyard/pricing';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import type { TaskServer } from '@switchyard/testing/hosts/task-server';
import type OpenAI from 'openai';
import { startGateway, type TestGateway } from './harness/gateway.ts';
import { startTieredHost } from './harness/tiered-host.ts';

type Json = Record<string, unknown>;

/** Quota of what the host reports for each answer, at the standard tier. */
const standard = 1_000 + 100 * 4;
const rates = { input: '2', output: '8' };
const openaiTiers = { priority: '3', fast: '3' };
const messages = [{ role: 'user' as const, content: 'When is low tide?' }];

describe('tiers of service', () => {
  let host: TaskServer;
  let gateway: TestGateway;
  let openai: OpenAI;
  let poor: OpenAI;
  let anthropic: Anthropic;
  let key = '';
  let poorKey = '';
  const seen = new Set<string>();

  before(async () => {
    host = await startTieredHost();
    gateway = await startGateway('memory', async (db, keys) => {
      const userId = await seedUser(db, { username: 'ada', balance: 1e9 });
      key = (await seedToken(db, keys, { userId })).key;
      const poorId = await seedUser(db, { username: 'bo', balance: 1_000 });
      poorKey = (await seedToken(db, keys, { userId: poorId })).key;
      const prices = {
        tiered: { ...rates, serviceTiers: openaiTiers },
        flexible: { ...rates, serviceTiers: { flex: '0.5' } },
        plain: rates,
        deaf: { ...rates, serviceTiers: openaiTiers },
        'claude-opus-5-5': { ...rates, serviceTiers: { fast: '6', us: '1.1' } },
        'claude-sonnet-5-5': rates,
        'gemini-3.6-flash': { ...rates, serviceTiers: { priority: '1.75' } },
        'gemini-3.6-pro': rates,
      };
      for (const [model, card] of Object.entries(prices)) await seedPrice(db, model, card);
      const channel = (type: number, ...models: string[]) =>
        seedChannel(db, keys, { type, baseUrl: host.url, key: 'sk', models });
      await channel(1, 'tiered', 'flexible', 'plain');
      await channel(43, 'deaf');
      await channel(14, 'claude-opus-5-5', 'claude-sonnet-5-5');
      await channel(24, 'gemini-3.6-flash', 'gemini-3.6-pro');
    });
    openai = gateway.client(key);
    poor = gateway.client(poorKey);
    anthropic = new Anthropic({ apiKey: key, baseURL: gateway.url, maxRetries: 0 });
  });
  after(async () => {
    await gateway?.close();
    await host?.close();
  });
  beforeEach(() => {
    host.calls.length = 0;
  });

  /** The body that the host got for the last request, and its charge. */
  async function settled(): Promise<{ body: Json; event: UsageEvent }> {
    const event = await gateway.event(({ id, final }) => final && !seen.has(id));
    seen.add(event.id);
    assert.ok(event.receipt);
    assert.equal(recompute(event.receipt, event.tokens), event.charge);
    return { body: JSON.parse(host.calls.at(-1)?.text ?? '{}'), event };
  }

  async function exhaust(answer: Promise<AsyncIterable<unknown>>): Promise<void> {
    for await (const _ of await answer);
  }

  type Tier = OpenAI.ChatCompletionCreateParams['service_tier'];
  const asChat = (model: string, service_tier: Tier, stream: boolean, said = '') => {
    const body = {
      model,
      service_tier: service_tier ?? null,
      messages: [...messages, { role: 'user' as const, content: said }],
    };
    const { completions } = openai.chat;
    return stream ? exhaust(completions.create({ ...body, stream })) : completions.create({ ...body, stream });
  };
  const asResponse = (model: string, service_tier: Tier, stream: boolean, said = '') => {
    const body = { model, service_tier: service_tier ?? null, input: `When is low tide? ${said}` };
    return stream
      ? exhaust(openai.responses.create({ ...body, stream }))
      : openai.responses.create({ ...body, stream });
  };
  const asMessage = (model: string, speed: 'fast' | 'standard' | undefined, stream: boolean, said = '') => {
    const body = {
      model,
      max_tokens: 200,
      ...(speed && { speed }),
      messages: [{ role: 'user' as const, content: `Tide? ${said}` }],
    };
    const { messages } = anthropic.beta;
    return stream ? exhaust(messages.create({ ...body, stream })) : messages.create({ ...body, stream });
  };

  for (const [kind, ask] of Object.entries({ chat: asChat, responses: asResponse })) {
    for (const stream of [false, true]) {
      const what = `${kind}, ${stream ? 'streamed' : 'whole'}`;

      test(`${what}: a tier that has a price is passed on and charged`, async () => {
        await ask('tiered', 'priority', stream);
        const { body, event } = await settled();
        assert.equal(body.service_tier, 'priority');
        assert.equal(event.charge, 3 * standard);
        assert.deepEqual([event.tokens.serviceTier, event.receipt?.serviceTierRatio], ['priority', '3']);
      });

      test(`${what}: what the host serves at the standard tier costs no more`, async () => {
        await ask('tiered', 'priority', stream, 'There is no room.');
        const { event } = await settled();
        assert.deepEqual([event.charge, event.tokens.serviceTier], [standard, undefined]);
      });

      test(`${what}: a host that says nothing is believed to serve as asked`, async () => {
        await ask('tiered', 'priority', stream, 'Answer without a word of it.');
        assert.equal((await settled()).event.charge, 3 * standard);
      });

      test(`${what}: a tier without a price never reaches the host`, async () => {
        await ask('plain', 'priority', stream);
        const { body, event } = await settled();
        assert.equal('service_tier' in body, false);
        assert.deepEqual(body.model, 'plain');
        assert.equal(event.charge, standard);
      });

      test(`${what}: who asks for no tier pays for none, whatever the host does by default`, async () => {
        for (const tier of [undefined, 'auto', 'default'] as const) {
          await ask('tiered', tier, stream, tier === undefined ? 'by default' : '');
          const { body, event } = await settled();
          assert.equal(body.service_tier, tier ?? null);
          assert.equal(event.charge, standard);
        }
      });
    }
  }

  test('another name of a tier is charged by the name that the answer has for it', async () => {
    await asChat('tiered', 'fast' as Tier, false);
    const { body, event } = await settled();
    assert.deepEqual([body.service_tier, event.tokens.serviceTier, event.charge], ['fast', 'priority', 3 * standard]);
  });

  test('a cheap tier passes without a price, and with one is charged by it', async () => {
    await asChat('plain', 'flex', false);
    const unpriced = await settled();
    assert.deepEqual([unpriced.body.service_tier, unpriced.event.charge], ['flex', standard]);
    await asChat('flexible', 'flex', true);
    const priced = await settled();
    assert.deepEqual([priced.body.service_tier, priced.event.charge], ['flex', standard / 2]);
    await asChat('flexible', 'flex', true, 'There is no room.');
    assert.equal((await settled()).event.charge, standard);
  });

  test('a host that is never told of tiers serves at the standard one', async () => {
    await asChat('deaf', 'priority', false, 'Answer without a word of it.');
    const { body, event } = await settled();
    assert.equal('service_tier' in body, false);
    assert.equal(event.charge, standard);
  });

  test('a stream that breaks off is charged by the tier that its chunks name', async () => {
    await assert.rejects(async () => asChat('tiered', 'priority', true, 'It breaks off; there is no room.'));
    assert.equal((await settled()).event.tokens.serviceTier, undefined);
    await assert.rejects(async () => asChat('tiered', 'priority', true, 'It breaks off.'));
    assert.equal((await settled()).event.tokens.serviceTier, 'priority');
  });

  for (const stream of [false, true]) {
    const what = `messages, ${stream ? 'streamed' : 'whole'}`;

    test(`${what}: a speed that has a price is passed on and charged`, async () => {
      await asMessage('claude-opus-5-5', 'fast', stream);
      const { body, event } = await settled();
      assert.deepEqual([body.speed, event.charge], ['fast', 6 * standard]);
      await asMessage('claude-opus-5-5', 'fast', stream, 'There is no room.');
      assert.equal((await settled()).event.charge, standard);
    });

    test(`${what}: a speed without a price never reaches the host`, async () => {
      await asMessage('claude-sonnet-5-5', 'fast', stream);
      const { body, event } = await settled();
      assert.equal('speed' in body, false);
      assert.equal(event.charge, standard);
      await asMessage('claude-sonnet-5-5', 'standard', stream);
      assert.equal((await settled()).body.speed, 'standard');
    });

    test(`${what}: a part of the world that has a price is passed on and charged, another never reaches the host`, async () => {
      const asked = { max_tokens: 200, stream, messages };
      const ask = async (model: string, inference_geo: string) => {
        const answer = await anthropic.messages.create({ ...asked, model, inference_geo }).withResponse();
        if (stream) await exhaust(Promise.resolve(answer.data as AsyncIterable<unknown>));
        const { body, event } = await settled();
        return [body.inference_geo, answer.response.headers.get('x-switchyard-warning'), event.charge];
      };
      assert.deepEqual(await ask('claude-opus-5-5', 'us'), ['us', null, (11 * standard) / 10]);
      assert.deepEqual(await ask('claude-opus-5-5', 'global'), ['global', null, standard]);
      const warned = 'inference_geo: the model has no price for it';
      assert.deepEqual(await ask('claude-sonnet-5-5', 'us'), [undefined, warned, standard]);
      assert.deepEqual(await ask('claude-sonnet-5-5', 'global'), ['global', null, standard]);
    });

    test(`${what}: who asks for a speed pays for it, wherever the operator's own is served by default`, async () => {
      await asMessage('claude-opus-5-5', 'fast', stream, 'At home.');
      assert.equal((await settled()).event.tokens.serviceTier, 'fast');
      await asMessage('claude-opus-5-5', 'fast', stream, 'At home; there is no room.');
      assert.equal((await settled()).event.charge, standard);
    });
  }

  test('messages, streamed although nobody asked for a stream: charged is the tier that its events name', async () => {
    await asMessage('claude-opus-5-5', 'fast', false, 'The host streams all; there is no room.');
    assert.equal((await settled()).event.charge, standard);
    await asMessage('claude-opus-5-5', 'fast', false, 'The host streams all.');
    assert.equal((await settled()).event.charge, 6 * standard);
  });

  const toGoogle = (model: string, tier: Json, said = '', method = 'generateContent') =>
    fetch(`${gateway.url}/v1beta/models/${model}:${method}`, {
      method: 'POST',
      headers: { 'x-goog-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text: `Tide? ${said}` }] }], ...tier }),
    });

  test('Google’s way: a tier in any spelling is charged by the card, or taken out', async () => {
    for (const tier of [{ serviceTier: 'priority' }, { service_tier: 'SERVICE_TIER_PRIORITY' }]) {
      assert.equal((await toGoogle('gemini-3.6-flash', tier)).status, 200);
      const { body, event } = await settled();
      assert.equal(body.serviceTier ?? body.service_tier, Object.values(tier)[0]);
      assert.equal(event.charge, 1.75 * standard);
    }
    await toGoogle('gemini-3.6-flash', { serviceTier: 'priority' }, 'There is no room.');
    assert.equal((await settled()).event.charge, standard);
    for (const value of ['priority', 3, 'PRIORITY', ['priority'], { a: 1 }]) {
      const { headers } = await toGoogle('gemini-3.6-pro', { serviceTier: 'standard', service_tier: value });
      assert.equal(headers.get('x-switchyard-warning'), 'service_tier: the model has no price for it');
      const { body, event } = await settled();
      assert.deepEqual([body.serviceTier, body.service_tier, event.charge], ['standard', undefined, standard]);
    }
  });

  test('translated: a tier that has a price is passed on and charged, and another is not', async () => {
    await asChat('gemini-3.6-flash', 'priority', false);
    const priced = await settled();
    assert.deepEqual([priced.body.serviceTier, priced.event.charge], ['priority', 1.75 * standard]);
    await asChat('gemini-3.6-pro', 'priority', false);
    const unpriced = await settled();
    assert.equal('serviceTier' in unpriced.body, false);
    assert.equal(unpriced.event.charge, standard);
    // Asked in Anthropic's way, told in OpenAI's.
    const answer = await asResponse('gemini-3.6-pro', 'priority', false);
    assert.equal((answer as OpenAI.Responses.Response).service_tier, 'default');
    await settled();
  });

  for (const stream of [false, true]) {
    test(`translated, ${stream ? 'streamed' : 'whole'}: the tier that Google names in its usage is charged, and told`, async () => {
      const answer = await openai.chat.completions
        .create({
          model: 'gemini-3.6-flash',
          service_tier: 'priority',
          stream,
          messages: [{ role: 'user', content: 'It is crowded.' }],
        })
        .asResponse();
      assert.match(await answer.text(), /"service_tier":"default"/);
      assert.equal((await settled()).event.charge, standard);
    });
  }

  test('translated: a stream that breaks off is charged by the tier that its chunks name', async () => {
    const priority = { serviceTier: 'priority' };
    const ask = async (said: string) => {
      await (await toGoogle('tiered', priority, said, 'streamGenerateContent?alt=sse')).text();
      return (await settled()).event.tokens.serviceTier;
    };
    assert.equal(await ask('It breaks off; there is no room.'), undefined);
    assert.equal(await ask('It breaks off.'), 'priority');
  });

  test('translated: a tier in Google’s spelling reaches the host in OpenAI’s words', async () => {
    await toGoogle('tiered', { serviceTier: 'SERVICE_TIER_PRIORITY' });
    const priced = await settled();
    assert.deepEqual([priced.body.service_tier, priced.event.charge], ['priority', 3 * standard]);
    await toGoogle('tiered', { serviceTier: 'SERVICE_TIER_STANDARD' });
    const usual = await settled();
    assert.deepEqual([usual.body.service_tier, usual.event.charge], ['default', standard]);
  });

  test('what is held covers the tier that is asked for', async () => {
    const ask = (service_tier: Tier) =>
      poor.chat.completions.create({ model: 'tiered', max_tokens: 150, service_tier: service_tier ?? null, messages });
    await assert.rejects(ask('priority'), { status: 403, code: 'insufficient_user_quota' });
    assert.equal(host.calls.length, 0);
    await ask('default');
    await settled();
  });
});
