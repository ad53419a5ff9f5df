import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import OpenAI, { toFile } from 'openai';
import { picture } from '../midjourney.ts';
import { bearer } from '../proof/proof.ts';
import { startHost } from '../start-host.ts';
import { openaiOperations } from './openai-operations.ts';
import { secondsOfWave, waveOf } from './wave.ts';

const host = await startHost(
  openaiOperations({ proof: bearer('sk-right') }),
  openaiOperations({ prefix: '/searches', rerankUsage: 'meta.billed_units' }),
  openaiOperations({ prefix: '/other/v1', floatsOnly: true, rerankUsage: 'meta.tokens', pictureUrls: true }),
);
after(() => host.close());
const openai = new OpenAI({ apiKey: 'sk-right', baseURL: `${host.url}/v1`, maxRetries: 0 });
const other = new OpenAI({ apiKey: 'any', baseURL: `${host.url}/other/v1`, maxRetries: 0 });
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 12);

test('vectors are the same as floats and as base64', async () => {
  const asked = { model: 'text-embedding-3-small', input: ['low', 'high'], dimensions: 5 };
  // The SDK asks for base64 unless told otherwise, and decodes it.
  const decoded = await openai.embeddings.create(asked);
  const floats = await openai.embeddings.create({ ...asked, encoding_format: 'float' });
  assert.deepEqual(decoded.data, floats.data);
  assert.deepEqual(decoded.usage, { prompt_tokens: 2, total_tokens: 2 });
  const always = await fetch(`${host.url}/other/v1/embeddings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...asked, encoding_format: 'base64' }),
  });
  const { data } = (await always.json()) as { data: { embedding: unknown }[] };
  assert.ok(Array.isArray(data[0]?.embedding));
});

test('reranks by what documents share with the query, with tokens where the host has them', async () => {
  const body = {
    model: 'ranker',
    query: 'low tide',
    documents: ['A train', { text: 'Low tide at six' }, 'low'],
    top_n: 2,
  };
  const ranked = await openai.post<{ results: { index: number; document?: object }[]; usage?: object }>('/rerank', {
    body,
  });
  assert.deepEqual(
    ranked.results.map(({ index }) => index),
    [1, 2],
  );
  assert.deepEqual(ranked.results[0]?.document, { text: 'Low tide at six' });
  assert.ok(ranked.usage);
  const elsewhere = await other.post<{ meta: { tokens: { input_tokens: number } }; usage?: object }>('/rerank', {
    body: { ...body, return_documents: false },
  });
  assert.ok(elsewhere.meta.tokens.input_tokens > 0);
  assert.equal(elsewhere.usage, undefined);
  const searches = await other.post<{ meta: object }>(`${host.url}/searches/rerank`, { body });
  assert.deepEqual(searches.meta, { billed_units: { search_units: 1 } });
});

test('draws, whole and streamed, and edits what it receives', async () => {
  const drawn = await openai.images.generate({ model: 'gpt-image-2', prompt: 'A harbour', n: 2 });
  assert.deepEqual(Buffer.from(drawn.data?.[1]?.b64_json ?? '', 'base64'), picture);
  assert.equal(drawn.usage?.output_tokens_details?.image_tokens, drawn.usage?.output_tokens);
  const types: string[] = [];
  const stream = await openai.images.generate({
    model: 'gpt-image-2',
    prompt: 'A harbour',
    stream: true,
    partial_images: 2,
  });
  for await (const event of stream) types.push(event.type);
  assert.deepEqual(types, [
    'image_generation.partial_image',
    'image_generation.partial_image',
    'image_generation.completed',
  ]);

  const image = [1, 2].map((n) => toFile(picture, `${n}.png`, { type: 'image/png' }));
  const edited = await openai.images.edit({
    model: 'gpt-image-2',
    prompt: 'More gulls',
    image: await Promise.all(image),
  });
  assert.ok(edited.usage && edited.usage.input_tokens_details.image_tokens > 0);
  const received = host.requests().at(-1)?.reply.conversation?.images ?? [];
  assert.deepEqual(
    received.map((each) => 'sha256' in each && each.sha256.slice(0, 12)),
    [digest(picture), digest(picture)],
  );
  const byUrl = await other.images.generate({ model: 'painter', prompt: 'A harbour' });
  assert.match(byUrl.data?.[0]?.url ?? '', /^https:/);
});

test('speaks as bytes and as events, and hears what it is given', async () => {
  const spoken = await openai.audio.speech.create({
    model: 'gpt-4o-mini-tts',
    voice: 'alloy',
    input: 'Low tide',
    response_format: 'wav',
  });
  assert.equal(spoken.headers.get('content-type'), 'audio/wav');
  const audio = Buffer.from(await spoken.arrayBuffer());
  assert.equal(secondsOfWave(audio), 0.8);
  const streamed = await openai.audio.speech.create({
    model: 'gpt-4o-mini-tts',
    voice: 'alloy',
    input: 'Low tide',
    stream_format: 'sse',
  });
  assert.match(await streamed.text(), /"type":"speech.audio.done","usage":\{"input_tokens":2/);

  const file = await toFile(waveOf(2.5), 'tide.wav', { type: 'audio/wav' });
  const whisper = await openai.audio.transcriptions.create({
    model: 'whisper-1',
    file,
    response_format: 'verbose_json',
  });
  assert.equal(Number(whisper.duration), 2.5);
  assert.match(whisper.text, new RegExp(digest(waveOf(2.5))));
  assert.deepEqual(whisper.usage, { type: 'duration', seconds: 3 });
  const tokens = await openai.audio.transcriptions.create({ model: 'gpt-transcribe', file });
  assert.ok(tokens.usage?.type === 'tokens' && tokens.usage.input_tokens === 25);
  const text = await openai.audio.transcriptions.create({ model: 'gpt-transcribe', file, response_format: 'text' });
  assert.equal(String(text).trim(), tokens.text);
  let joined = '';
  for await (const event of await openai.audio.transcriptions.create({ model: 'gpt-transcribe', file, stream: true }))
    if (event.type === 'transcript.text.delta') joined += event.delta;
  assert.equal(joined, tokens.text);
});

test('flags each text by itself', async () => {
  const { results } = await openai.moderations.create({ input: ['A calm sea', 'Sheer violence'] });
  assert.deepEqual(
    results.map(({ flagged }) => flagged),
    [false, true],
  );
});

const wave = () => toFile(waveOf(1), 'tide.wav', { type: 'audio/wav' });
const refused: Record<string, [() => Promise<unknown>, RegExp]> = {
  'empty input': [() => openai.embeddings.create({ model: 'm', input: '' }), /input/],
  'a format of pictures that is gone': [
    () => openai.images.generate({ model: 'gpt-image-2', prompt: 'x', response_format: 'url' }),
    /response_format/,
  ],
  'an edit without a picture': [() => openai.post('/images/edits', { body: { model: 'm', prompt: 'x' } }), /'image'/],
  'a file that is no sound': [
    async () => openai.audio.transcriptions.create({ model: 'whisper-1', file: await toFile(picture, 'a.png') }),
    /Unrecognized file format/,
  ],
  'details that the model does not know': [
    async () =>
      openai.audio.transcriptions.create({
        model: 'gpt-transcribe',
        file: await wave(),
        response_format: 'verbose_json',
      }),
    /not compatible/,
  ],
  'a picture that is no file': [
    () => openai.post('/images/edits', { body: { model: 'm', prompt: 'x', image: 'y' } }),
    /Expected a file/,
  ],
  'no sound at all': [() => openai.post('/audio/transcriptions', { body: { model: 'whisper-1' } }), /'file'/],
  'too long a speech': [
    () => openai.audio.speech.create({ model: 'tts-1', voice: 'alloy', input: 'x'.repeat(4097) }),
    /input/,
  ],
  'an unknown member': [
    () => openai.post('/rerank', { body: { model: 'm', query: 'q', documents: ['d'], x: 1 } }),
    /x: this member is not known/,
  ],
};
for (const [what, [ask, message]] of Object.entries(refused)) {
  test(`refuses ${what}`, async () => {
    await assert.rejects(ask(), (error: InstanceType<typeof OpenAI.APIError>) => {
      assert.equal(error.status, 400);
      assert.match(error.message, message);
      return true;
    });
  });
}

test('refuses a wrong key, other models, and bodies that cannot be read', async () => {
  const limited = await startHost(openaiOperations({ models: ['known'], proof: bearer('sk-right') }));
  const ask = (type: string, body: string, key = 'sk-right') =>
    fetch(`${limited.url}/v1/embeddings`, {
      method: 'POST',
      headers: { 'content-type': type, authorization: `Bearer ${key}` },
      body,
    });
  const json = 'application/json';
  const asked = JSON.stringify({ model: 'known', input: 'a' });
  assert.equal((await ask(json, asked)).status, 200);
  assert.equal((await ask(json, asked, 'sk-wrong')).status, 401);
  assert.equal((await ask(json, asked.replace('known', 'other'))).status, 404);
  assert.match(await (await ask(json, 'x')).text(), /could not parse the JSON/);
  assert.match(await (await ask('text/plain', asked)).text(), /Unsupported content type/);
  assert.match(await (await ask('multipart/form-data; boundary=x', asked)).text(), /multipart form/);
  await limited.close();
});
