import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { seedChannel, seedPrice } from '@switchyard/testing';
import {
  demand,
  gemini,
  type Host,
  type HostReply,
  type HostRequest,
  headerKey,
  jsonReply,
  orRefuse,
  type RunningHost,
  startHost,
} from '@switchyard/testing/hosts';
import { picture } from '@switchyard/testing/hosts/midjourney';
import { minimax } from '@switchyard/testing/hosts/minimax';
import { type OperationsBench, startOperations } from './harness/operations.ts';

const key = 'AIza-upstream';
const account = '0123456789abcdef0123456789abcdef';
const tokens = { promptTokenCount: 5, candidatesTokenCount: 1_290, totalTokenCount: 1_295 };
const drawn = picture.toString('base64');
const samples = Buffer.from([1, 0, 2, 0, 3, 0]);

/** Google's models that draw and speak: one part of bytes, beside words. */
const artist: Host = {
  name: 'gemini-artist',
  handle: (request) => {
    const [, model] = /^\/v1beta\/models\/(painter|speaker):generateContent$/.exec(request.path) ?? [];
    if (model === undefined) return undefined;
    return orRefuse(
      ({ status, message }) => jsonReply(status, { error: { code: status, message, status: 'INVALID_ARGUMENT' } }),
      () => perform(request, model),
    );
  },
};

function perform(request: HostRequest, model: string): HostReply {
  demand(!headerKey('x-goog-api-key', key)(request), 'API key not valid.');
  const { contents, generationConfig } = request.json() as {
    contents: { parts: { text: string }[] }[];
    generationConfig: { responseModalities: string[]; speechConfig?: object; imageConfig?: { aspectRatio: string } };
  };
  demand(contents[0]?.parts[0]?.text, 'contents is not specified');
  const modality = model === 'painter' ? 'IMAGE' : 'AUDIO';
  demand(generationConfig.responseModalities.includes(modality), 'The requested modalities are not supported');
  demand(model === 'painter' || generationConfig.speechConfig, 'speechConfig is missing');
  const inlineData =
    model === 'painter'
      ? { mimeType: 'image/png', data: drawn }
      : { mimeType: 'audio/L16;codec=pcm;rate=24000', data: samples.toString('base64') };
  const content = { role: 'model', parts: [{ text: 'Here it is.' }, { inlineData }] };
  return jsonReply(200, { candidates: [{ content, finishReason: 'STOP' }], usageMetadata: tokens });
}

/** Workers AI, its own call for pictures. */
const worker: Host = {
  name: 'cloudflare-pictures',
  handle: (request) => {
    if (request.path !== `/client/v4/accounts/${account}/ai/run/@cf/painter`) return undefined;
    const { prompt, ...rest } = request.json() ?? {};
    const refusal = request.headers.authorization !== `Bearer ${key}` || typeof prompt !== 'string';
    if (refusal || 'model' in rest || 'n' in rest || 'stream' in rest)
      return jsonReply(400, { success: false, errors: [{ code: 5006, message: 'Bad input' }] });
    return jsonReply(200, { result: { image: drawn }, success: true, errors: [] });
  },
};

describe('operations of hosts that speak otherwise than OpenAI', () => {
  let bench: OperationsBench;
  let host: RunningHost;

  before(async () => {
    host = await startHost(
      artist,
      gemini({ proof: headerKey('x-goog-api-key', key) }),
      worker,
      minimax({ key, group: '77' }),
    );
    bench = await startOperations(async (db, keys) => {
      const channel = async (
        type: number,
        mapping: Record<string, string>,
        card: Record<string, string>,
        other = '',
      ) => {
        const models = Object.keys(mapping);
        for (const model of models) await seedPrice(db, model, card);
        await seedChannel(db, keys, { type, baseUrl: host.url, key, models, modelMapping: mapping, other });
      };
      const byToken = { input: '2', output: '20' };
      const painters = { painter: 'painter', streamed: 'painter' };
      await channel(24, { ...painters, speaker: 'speaker', vectors: 'gemini-embedding-001' }, byToken);
      const workers = { worker: '@cf/painter', 'streaming-worker': '@cf/painter' };
      await channel(39, workers, { perCall: '0.01' }, account);
      await seedPrice(db, 'spoken', { perMillionCharacters: '50' });
      const modelMapping = { spoken: 'speech-02-hd' };
      const speaking = { type: 35, baseUrl: host.url, key: `${key}|77`, models: ['spoken'], modelMapping };
      await seedChannel(db, keys, speaking);
    });
  });
  after(async () => {
    await bench?.close();
    await host?.close();
  });

  test('Gemini embeds texts for a client that decodes base64', async () => {
    const asked = { model: 'vectors', input: ['low', 'high tide'], dimensions: 4 };
    const { data } = await bench.client.embeddings.create(asked);
    const floats = await bench.client.embeddings.create({ ...asked, encoding_format: 'float' });
    assert.equal(data.length, 2);
    assert.equal(data[1]?.embedding.length, 4);
    const rounded = (vector?: number[]) => vector?.map((value) => Math.fround(value));
    assert.deepEqual(rounded(data[1]?.embedding), rounded(floats.data[1]?.embedding));
    assert.ok((await bench.charge('vectors')).charge > 0);
  });

  test('token ids, which only OpenAI’s models know, are refused', async () => {
    const asked = bench.client.embeddings.create({ model: 'vectors', input: [[1, 2]] });
    await assert.rejects(asked, { status: 400, param: 'input' });
  });

  test('Gemini draws, and what its answer reports is charged', async () => {
    const { data, usage } = await bench.client.images.generate({ model: 'painter', prompt: 'A quay' });
    assert.deepEqual(data, [{ b64_json: drawn }]);
    assert.equal(usage?.output_tokens, 1_290);
    assert.equal((await bench.charge('painter')).charge, 5 + 1_290 * 10);
  });

  for (const model of ['streamed', 'streaming-worker']) {
    test(`${model}: a picture reaches a client that wants a stream`, async () => {
      const stream = await bench.client.images.generate({ model, prompt: 'A quay', stream: true });
      const events: unknown[] = [];
      for await (const event of stream) events.push([event.type, 'b64_json' in event && event.b64_json]);
      assert.deepEqual(events, [['image_generation.completed', drawn]]);
      assert.ok((await bench.charge(model)).charge > 0);
    });
  }

  test('several pictures of a model that draws one are refused, and cost nothing', async () => {
    const asked = bench.client.images.generate({ model: 'worker', prompt: 'A quay', n: 2 });
    await assert.rejects(asked, { status: 400, param: 'n' });
    assert.equal((await bench.charge('worker')).charge, 0);
  });

  test('Gemini speaks WAV', async () => {
    const answer = await bench.client.audio.speech.create({ model: 'speaker', voice: 'Kore', input: 'Low tide' });
    assert.equal(answer.headers.get('content-type'), 'audio/wav');
    const sound = Buffer.from(await answer.arrayBuffer());
    assert.deepEqual(sound.subarray(44), samples);
    assert.equal((await bench.charge('speaker')).charge, 5 + 1_290 * 10);
  });

  test('an edit by a form is refused by the name of what the model lacks', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ model: 'painter', prompt: 'Gulls' })) form.append(name, value);
    form.append('image', new File([new Uint8Array(picture)], 'quay.png'));
    const answer = await bench.post('/v1/images/edits', form);
    assert.equal(answer.status, 404);
    assert.match(await answer.text(), /painter.*images\/edits/);
  });

  test('MiniMax’s sound reaches a client that wants events as it is, with a warning', async () => {
    const asked = { model: 'spoken', voice: 'nova', input: 'Low water', stream_format: 'sse' } as const;
    const answer = await bench.client.audio.speech.create(asked);
    assert.match(answer.headers.get('x-switchyard-warning') ?? '', /^stream_format:/);
    assert.equal(answer.headers.get('content-type'), 'audio/mpeg');
    assert.match(await answer.text(), /Low water$/);
    assert.equal((await bench.charge('spoken')).tokens.characters, 9);
  });
});
