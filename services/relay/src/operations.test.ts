import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { type SeedChannel, seedChannel, seedPrice, seedToken } from '@switchyard/testing';
import { type RunningHost, startHost, waveOf } from '@switchyard/testing/hosts';
import { cohereHost } from '@switchyard/testing/hosts/cohere';
import {
  type OpenHost,
  type OperationsBench,
  startOpenHost,
  startOperations,
  upstreamKey,
} from './harness/operations.ts';

const json = { 'content-type': 'application/json' };
/** 2 quota for a token read, 4 for one written. */
const tokenPrices = { input: '4', output: '8' };
const oneSearch = 1_000;
const oneFailure = 5_000;
const prices: Record<string, Record<string, string>> = {
  'omni-moderation-latest': { input: '0', output: '0' },
  searches: { perCall: '0.002' },
  failing: { perCall: '0.01' },
};
const custom = 8;
const anthropic = 14;
const cohere = 34;

interface Refused {
  readonly error: { readonly message: string; readonly param: string | null };
}

describe('operations besides chat', () => {
  let bench: OperationsBench;
  let own: OpenHost;
  let ranking: RunningHost;
  let limited = '';

  before(async () => {
    own = await startOpenHost();
    ranking = await startHost(cohereHost({ key: upstreamKey }));
    bench = await startOperations(async (db, keys, url) => {
      const channel = async (models: string[], fields: Partial<SeedChannel> = {}) => {
        for (const model of models) await seedPrice(db, model, prices[model] ?? tokenPrices);
        await seedChannel(db, keys, { baseUrl: url, models, ...fields });
      };
      await channel(['small', 'ids', 'engine', 'shared', 'omni-moderation-latest', 'dall-e-2', 'whisper-1']);
      await channel(['ranks'], { type: custom, baseUrl: `${url}/v1` });
      await channel(['numbers', 'ranks-elsewhere'], { type: custom, baseUrl: `${url}/old/v1` });
      await channel(['shared', 'chats-only'], { type: anthropic, priority: 9 });
      const modelMapping = { searches: 'rerank-v3.5', 'counted-searches': 'rerank-v3.5' };
      await channel(['searches', 'counted-searches'], { type: cohere, baseUrl: ranking.url, modelMapping });
      await channel(['failing', 'endless', 'legacy', 'legacy-stream'], { baseUrl: own.url });
    });
    limited = (await seedToken(bench.gateway.db, bench.gateway.keys, { userId: bench.userId, remain: 8_000 })).key;
  });
  after(async () => {
    await bench?.close();
    await ranking?.close();
    own?.close();
  });

  test('vectors come in the encoding that the client asks for', async () => {
    const asked = { model: 'small', input: ['low', 'high tide'], dimensions: 3 };
    const decoded = await bench.client.embeddings.create(asked);
    assert.match(bench.host.requests().at(-1)?.body.toString() ?? '', /base64/);
    const floats = await bench.client.embeddings.create({ ...asked, encoding_format: 'float' });
    assert.deepEqual(decoded.data, floats.data);
    const { tokens, charge } = await bench.charge('small');
    assert.deepEqual([tokens.prompt, charge], [decoded.usage.prompt_tokens, decoded.usage.prompt_tokens * 2]);
  });

  test('vectors that a host always writes as numbers reach clients that decode base64', async () => {
    const { data } = await bench.client.embeddings.create({ model: 'numbers', input: 'low', dimensions: 3 });
    const floats = await bench.client.embeddings.create({
      model: 'numbers',
      input: 'low',
      dimensions: 3,
      encoding_format: 'float',
    });
    assert.deepEqual(data, floats.data);
  });

  test('token ids are embedded as they are, alone and in lists', async () => {
    await bench.client.embeddings.create({ model: 'ids', input: [[15, 16], [17]] });
    assert.deepEqual(bench.host.requests().at(-1)?.json()?.input, [[15, 16], [17]]);
    assert.equal((await bench.charge('ids')).tokens.prompt, 3);
  });

  test('the address may name the model', async () => {
    const answer = await bench.post('/v1/engines/engine/embeddings', '{"input":"low tide"}', json);
    assert.equal(answer.status, 200);
    assert.equal(bench.host.requests().at(-1)?.json()?.model, 'engine');
    assert.equal((await bench.charge('engine')).tokens.prompt, 2);
    const other = await bench.post('/v1/engines/engine/embeddings', '{"model":"small","input":"low"}', json);
    assert.equal(((await other.json()) as Refused).error.param, 'model');
  });

  for (const [model, documents] of [
    ['ranks', ['A train', { text: 'Low tide at six' }]],
    ['ranks-elsewhere', ['A train', 'Low tide at six']],
    ['searches', ['A train', 'Low tide at six']],
    ['counted-searches', ['A train', 'Low tide at six']],
  ] as const) {
    test(`${model}: documents are ranked, come back when asked for, and are charged`, async () => {
      const body = { model, query: 'low tide', documents, top_n: 1, return_documents: true };
      const { results } = await bench.client.post<{ results: { index: number; document: unknown }[] }>('/rerank', {
        body,
      });
      assert.deepEqual(
        results.map(({ index, document }) => [index, document]),
        [[1, { text: 'Low tide at six' }]],
      );
      const { charge, tokens, counted } = await bench.charge(model);
      assert.equal(charge, model === 'searches' ? oneSearch : tokens.prompt * 2);
      assert.ok(charge > 0);
      assert.equal(counted, model === 'counted-searches' ? 'local' : 'upstream');
    });
  }

  test('moderations have a model when nobody names one, and are free', async () => {
    const { results } = await bench.client.moderations.create({ input: ['A calm sea', 'Sheer violence'] });
    assert.deepEqual(
      results.map(({ flagged }) => flagged),
      [false, true],
    );
    assert.equal((await bench.charge('omni-moderation-latest')).charge, 0);
  });

  test('completions of the first kind are answered whole', async () => {
    const asked = bench.client.completions.create({ model: 'legacy', prompt: ['Low', 'High'], max_tokens: 5 });
    const usage = { prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 };
    const choices = [{ index: 0, text: ' tide', finish_reason: 'stop', logprobs: null }];
    const answer = { id: 'cmpl-1', object: 'text_completion', created: 1, model: 'legacy', choices, usage };
    (await own.answer()).setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    assert.deepEqual(JSON.parse(JSON.stringify(await asked)), answer);
    assert.equal((await bench.charge('legacy')).charge, 2 * 2 + 3 * 4);
  });

  test('completions of the first kind are streamed, without the usage that nobody asked for', async () => {
    const stream = bench.client.completions.create({ model: 'legacy-stream', prompt: 'Low', stream: true });
    const answer = await own.answer();
    const head = '"id":"cmpl-1","object":"text_completion","created":1,"model":"m"';
    answer
      .setHeader('content-type', 'text/event-stream')
      .end(
        [
          `{${head},"choices":[{"index":0,"text":" tide","finish_reason":null}]}`,
          `{${head},"choices":[{"index":0,"text":"","finish_reason":"stop"}]}`,
          `{${head},"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3}}`,
          '[DONE]',
        ]
          .map((data) => `data: ${data}\n\n`)
          .join(''),
      );
    const texts: (string | undefined)[] = [];
    for await (const chunk of await stream) texts.push(chunk.choices[0]?.text);
    assert.deepEqual(texts, [' tide', '']);
    assert.equal((await bench.charge('legacy-stream')).charge, 1 * 2 + 2 * 4);
  });

  test('what the first channel’s provider does not know is asked of the next', async () => {
    await bench.client.embeddings.create({ model: 'shared', input: 'low' });
    assert.equal((await bench.charge('shared')).tries.length, 1);
  });

  test('what no channel’s provider knows is refused by its name, and costs nothing', async () => {
    const asked = bench.client.images.generate({ model: 'chats-only', prompt: 'A quay' });
    await assert.rejects(asked, { status: 404, message: /chats-only.*images\/generations/ });
    assert.equal((await bench.charge('chats-only')).charge, 0);
  });

  test('what was held for a failed request is free again', async () => {
    const client = bench.gateway.client(limited);
    for (let times = 0; times < 4; times++) {
      const asked = client.images.generate({ model: 'failing', prompt: 'A quay' });
      (await own.answer()).writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}');
      await assert.rejects(asked, { status: 400 });
    }
    const asked = client.images.generate({ model: 'failing', prompt: 'A quay' });
    (await own.answer()).setHeader('content-type', 'application/json').end('{"created":1,"data":[{"b64_json":"AA"}]}');
    assert.equal((await asked).data?.length, 1);
    const { charge } = await bench.gateway.event((event) => event.model === 'failing' && event.status === 200);
    assert.equal(charge, oneFailure);
  });

  test('an error that does not end is told, and its upstream left', async () => {
    const asked = bench.gateway.client(bench.key).images.generate({ model: 'endless', prompt: 'A quay' });
    const refused = assert.rejects(asked, { status: 500 });
    const answer = await own.answer();
    const left = once(answer, 'close');
    answer.writeHead(500, { 'content-type': 'text/plain' }).write('x'.repeat(100_000));
    await refused;
    await left;
    assert.equal((await bench.charge('endless')).charge, 0);
  });

  const file = new File([new Uint8Array(waveOf(1))], 'tide.wav', { type: 'audio/wav' });
  const two = (name: string, ...values: (string | File)[]) => {
    const form = new FormData();
    for (const value of values) form.append(name, value);
    return form;
  };
  const form = (fields: Record<string, string | File>) => {
    const given = new FormData();
    for (const [name, value] of Object.entries(fields)) given.append(name, value);
    return given;
  };
  const picture = '"model":"dall-e-2","prompt":"A quay"';
  const refused: [string, string, string | FormData, string | null, Record<string, string>?][] = [
    ['no body', 'images/generations', '', null],
    ['a prompt that is no text', 'images/generations', '{"prompt":["A quay"]}', 'prompt'],
    ['no prompt', 'images/generations', '{"model":"dall-e-2"}', 'prompt'],
    ['no pictures at all', 'images/generations', `{${picture},"n":0}`, 'n'],
    ['pictures without number', 'images/generations', `{${picture},"n":129}`, 'n'],
    ['half a picture', 'images/generations', `{${picture},"n":1.5}`, 'n'],
    ['a number in quotes', 'images/generations', `{${picture},"n":"2"}`, 'n'],
    ['a size that is a number', 'images/generations', `{${picture},"size":1024}`, 'size'],
    ['a size beyond all paper', 'images/generations', `{${picture},"size":"99999x99999"}`, 'size'],
    ['a quality that is a list', 'images/generations', `{${picture},"quality":[]}`, 'quality'],
    ['a stream that is a text', 'images/generations', `{${picture},"stream":"true"}`, 'stream'],
    ['an edit without a picture', 'images/edits', form({ model: 'dall-e-2', prompt: 'x' }), 'image'],
    ['an edit of an empty picture', 'images/edits', form({ prompt: 'x', image: new File([], 'a.png') }), 'image'],
    ['an edit in JSON without a picture', 'images/edits', `{${picture},"images":[]}`, 'image'],
    ['an edit without a prompt', 'images/edits', form({ model: 'dall-e-2', image: file }), 'prompt'],
    ['a number with a leading zero', 'images/edits', form({ prompt: 'x', image: file, n: '007' }), 'n'],
    ['a variation in JSON', 'images/variations', `{${picture},"image":"data:"}`, 'image'],
    ['a text that is a number', 'audio/speech', '{"model":"small","input":5}', 'input'],
    ['nothing to say', 'audio/speech', '{"model":"small","input":""}', 'input'],
    ['a transcript in JSON', 'audio/transcriptions', '{"model":"whisper-1","file":"tide.wav"}', 'file'],
    ['a transcript of nothing', 'audio/transcriptions', form({ model: 'whisper-1' }), 'file'],
    ['a transcript of an empty file', 'audio/transcriptions', form({ file: new File([], 'a.wav') }), 'file'],
    ['a transcript of a text', 'audio/transcriptions', form({ file: 'tide.wav' }), 'file'],
    ['a transcript of two files', 'audio/transcriptions', two('file', file, file), 'file'],
    ['two models', 'audio/transcriptions', two('model', 'whisper-1', 'dearer'), 'model'],
    ['a form that is none', 'audio/translations', 'no form', null, { 'content-type': 'multipart/form-data' }],
    ['documents without a query', 'rerank', '{"model":"ranks","documents":["a"]}', 'query'],
    ['a query without documents', 'rerank', '{"model":"ranks","query":"a","documents":[]}', 'documents'],
    ['input that is an object', 'embeddings', '{"model":"small","input":{}}', 'input'],
    ['no input', 'moderations', '{}', 'input'],
  ];
  for (const [what, path, body, param, headers = typeof body === 'string' ? json : {}] of refused) {
    test(`${what} is refused with 400 at ${path}, and reaches no host`, async () => {
      const before = bench.host.requests().length;
      const answer = await bench.post(`/v1/${path}`, body, headers);
      assert.equal(answer.status, 400);
      assert.equal(((await answer.json()) as Refused).error.param, param);
      assert.equal(bench.host.requests().length, before);
    });
  }

  for (const path of ['chat/completions', 'completions', 'embeddings', 'rerank', 'moderations', 'audio/speech']) {
    test(`a form is refused at ${path}`, async () => {
      const answer = await bench.post(`/v1/${path}`, form({ model: 'small', prompt: '1' }));
      assert.equal(answer.status, 415);
    });
  }

  test('a body that does not say what it is is refused', async () => {
    const bytes = new Blob(['{"model":"small","input":"low"}']);
    const { status } = await fetch(`${bench.gateway.url}/v1/embeddings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bench.key}` },
      body: bytes,
    });
    assert.equal(status, 415);
  });

  test('forms that are too large, or of too many parts, are refused with 413', async () => {
    const large = form({ model: 'whisper-1', file: new File([new Uint8Array(2 ** 20)], 'tide.wav') });
    assert.equal((await bench.post('/v1/audio/transcriptions', large)).status, 413);
    const many = two('image[]', ...Array.from({ length: 300 }, () => file.slice(0, 1) as File));
    assert.equal((await bench.post('/v1/images/edits', many)).status, 413);
  });
});
