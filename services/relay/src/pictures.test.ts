import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { seedChannel, seedPrice } from '@switchyard/testing';
import { attachmentOf, type RunningHost, startHost } from '@switchyard/testing/hosts';
import { picture } from '@switchyard/testing/hosts/midjourney';
import { toFile } from 'openai';
import { type OpenHost, type OperationsBench, startOpenHost, startOperations } from './harness/operations.ts';

/** Quota for a token: read, of a picture read, of a picture drawn. */
const card = { input: '4', imageInput: '8', output: '20', imageOutput: '40' };
const fixed = {
  perCall: '0.04',
  sizes: { '1024x1024': '1', '1792x1024': '2' },
  qualities: { standard: '1', hd: '2', 'hd 1792x1024': '1.5' },
};
const oneCall = 20_000;

describe('pictures', () => {
  let bench: OperationsBench;
  let failing: RunningHost;
  let own: OpenHost;
  const file = (name = 'quay.png') => toFile(picture, name, { type: 'image/png' });
  const heard = () => bench.host.requests().at(-1);
  const drawn = Buffer.from(picture).toString('base64');

  before(async () => {
    failing = await startHost();
    own = await startOpenHost();
    bench = await startOperations(async (db, keys, url) => {
      const byUse = ['gpt-image-2', 'edited', 'edited-json', 'streamed', 'edit-streamed', 'mapped', 'moved', 'broken'];
      for (const model of byUse) await seedPrice(db, model, card);
      const byCall = ['dall-e-3', 'dall-e-2', 'whole', 'whole-edit', 'unnamed', 'failing'];
      for (const model of byCall) await seedPrice(db, model, fixed);
      await seedChannel(db, keys, {
        baseUrl: url,
        models: byUse,
        modelMapping: { mapped: 'painter', edited: 'painter' },
      });
      await seedChannel(db, keys, { baseUrl: `${url}/old`, models: ['dall-e-3'] });
      await seedChannel(db, keys, { baseUrl: own.url, models: ['dall-e-2', 'whole', 'whole-edit', 'broken-stream'] });
      await seedPrice(db, 'broken-stream', card);
      const renamed = { moved: 'elsewhere' };
      await seedChannel(db, keys, { baseUrl: failing.url, models: ['moved'], priority: 9, modelMapping: renamed });
      await seedChannel(db, keys, { baseUrl: failing.url, models: ['failing'] });
    });
  });
  after(async () => {
    await bench?.close();
    await failing?.close();
    own?.close();
  });

  test('are charged by number, size and quality', async () => {
    const { data } = await bench.client.images.generate({
      model: 'dall-e-3',
      prompt: 'A quay',
      n: 2,
      size: '1792x1024',
      quality: 'hd',
    });
    assert.equal(data?.length, 2);
    const { tokens, charge } = await bench.charge('dall-e-3');
    assert.deepEqual([tokens.calls, tokens.size, tokens.quality], [2, '1792x1024', 'hd']);
    assert.equal(charge, 2 * oneCall * 2 * 1.5);
  });

  test('are charged by the tokens that the host reports, by the model that nobody named', async () => {
    const body = { prompt: 'A quay at low tide' } as Parameters<typeof bench.client.images.generate>[0];
    const { data, usage } = await bench.client.images.generate({ ...body, stream: false });
    assert.equal(data?.[0]?.b64_json, drawn);
    assert.equal(heard()?.json()?.model, 'gpt-image-2');
    const { charge, counted } = await bench.charge('gpt-image-2');
    assert.equal(counted, 'upstream');
    assert.equal(charge, (usage?.input_tokens ?? 0) * 2 + (usage?.output_tokens ?? 0) * 20);
  });

  test('are edited by a form, in which the model is renamed and all else stays', async () => {
    const { usage } = await bench.client.images.edit({
      model: 'edited',
      prompt: '2026',
      n: 2,
      image: [await file('a.png'), await file('b "2".png')],
    });
    const { conversation } = heard()?.reply ?? {};
    assert.equal(conversation?.model, 'painter');
    assert.equal(conversation?.text, '2026');
    assert.deepEqual(conversation?.images, [attachmentOf('image/png', drawn), attachmentOf('image/png', drawn)]);
    const { charge, upstreamModel } = await bench.charge('edited');
    assert.equal(upstreamModel, 'painter');
    const { text_tokens = 0, image_tokens = 0 } = usage?.input_tokens_details ?? {};
    assert.equal(charge, text_tokens * 2 + image_tokens * 4 + (usage?.output_tokens ?? 0) * 20);
  });

  test('are edited by their addresses in JSON', async () => {
    const images = [{ image_url: `data:image/png;base64,${drawn}` }];
    const body = { model: 'edited-json', prompt: 'Gulls', images };
    const { usage } = await bench.client.post<{ usage: { input_tokens: number } }>('/images/edits', { body });
    assert.equal(heard()?.reply.conversation?.images.length, 1);
    assert.equal((await bench.charge('edited-json')).tokens.prompt, usage.input_tokens);
  });

  test('are varied, and counted when the host tells no tokens', async () => {
    const asked = bench.client.images.createVariation({ model: 'dall-e-2', image: await file(), n: 3 });
    const answer = await own.answer();
    answer.setHeader('content-type', 'application/json').end(JSON.stringify({ created: 1, data: [{ url: 'x' }] }));
    assert.equal((await asked).data?.[0]?.url, 'x');
    assert.equal((await bench.charge('dall-e-2')).charge, 3 * oneCall);
  });

  for (const [model, type] of [
    ['streamed', 'image_generation'],
    ['edit-streamed', 'image_edit'],
  ] as const) {
    test(`stream as ${type} events, and what the last one reports is charged`, async () => {
      const { images } = bench.client;
      const asked = { model, prompt: 'A quay', stream: true, partial_images: 2 } as const;
      const stream = model === 'streamed' ? images.generate(asked) : images.edit({ ...asked, image: await file() });
      const types: string[] = [];
      let reported = 0;
      for await (const event of await stream) {
        types.push(event.type);
        if ('usage' in event) reported = event.usage.total_tokens;
      }
      assert.deepEqual(types, [`${type}.partial_image`, `${type}.partial_image`, `${type}.completed`]);
      const { tokens } = await bench.charge(model);
      assert.ok(reported > 0);
      assert.equal(tokens.prompt + tokens.completion, reported);
    });
  }

  for (const [model, type] of [
    ['whole', 'image_generation.completed'],
    ['whole-edit', 'image_edit.completed'],
  ] as const) {
    test(`reach a client that wants a stream as ${type} from a host that knows none`, async () => {
      const { images } = bench.client;
      const asked = { model, prompt: 'A quay', n: 2, stream: true } as const;
      const stream = model === 'whole' ? images.generate(asked) : images.edit({ ...asked, image: await file() });
      const answer = await own.answer();
      const data = [{ b64_json: drawn }, { b64_json: 'AAAA' }];
      answer.setHeader('content-type', 'application/json').end(JSON.stringify({ created: 7, data }));
      const events: unknown[] = [];
      for await (const event of await stream) events.push([event.type, 'b64_json' in event && event.b64_json]);
      assert.deepEqual(events, [
        [type, drawn],
        [type, 'AAAA'],
      ]);
      assert.equal((await bench.charge(model)).charge, 2 * oneCall);
    });
  }

  test('whose stream breaks off end in an error', async () => {
    const stream = bench.client.images.generate({ model: 'broken-stream', prompt: 'A quay', stream: true });
    const answer = await own.answer();
    answer.setHeader('content-type', 'text/event-stream');
    answer.write('data: {"type":"image_generation.partial_image","b64_json":"AAAA","partial_image_index":0}\n\n');
    const events = (await stream)[Symbol.asyncIterator]();
    assert.equal((await events.next()).value?.type, 'image_generation.partial_image');
    answer.destroy();
    await assert.rejects(events.next(), /upstream/);
    assert.equal((await bench.charge('broken-stream')).ended, 'upstream_failed');
  });

  test('are asked for on the next channel with the same form', async () => {
    await bench.client.images.edit({ model: 'moved', prompt: 'Gulls', image: await file() });
    const first = failing.requests().at(-1);
    assert.match(first?.body.toString('latin1') ?? '', /name="model"\r\n\r\nelsewhere\r\n/);
    const { conversation } = heard()?.reply ?? {};
    assert.deepEqual([conversation?.model, conversation?.text, conversation?.images.length], ['moved', 'Gulls', 1]);
    assert.equal((await bench.charge('moved')).tries.length, 2);
  });
});
