import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../dialects/canonical.ts';
import { geminiEmbeddings } from '../../dialects/gemini/embeddings.ts';
import { geminiPictures } from '../../dialects/gemini/pictures.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import type { Endpoint, Target } from '../provider.ts';
import { gemini } from './index.ts';

const credentials = { key: 'AIzaTide', organization: '', other: '' };
const address = (base: string, fields: Partial<Target> & { other?: string } = {}, at = 0) => {
  const { other = '', ...target } = fields;
  const asked = { model: 'gemini-3.8-flash', stream: false, ...target, credentials: { ...credentials, other } };
  return String(gemini.url?.(base, gemini.endpoints[at] as Endpoint, asked));
};

test('the address names version, model and method', () => {
  const base = 'https://g.example';
  assert.equal(address(base), `${base}/v1beta/models/gemini-3.8-flash:generateContent`);
  assert.equal(
    address(`${base}/v1beta/`, { stream: true, other: 'v1alpha' }),
    `${base}/v1alpha/models/gemini-3.8-flash:streamGenerateContent?alt=sse`,
  );
  assert.equal(
    address(base, { model: 'tunedModels/tide-1', other: '../x' }),
    `${base}/v1beta/tunedModels/tide-1:generateContent`,
  );
  assert.equal(
    address(base, { model: 'gemini-embedding-001' }, 1),
    `${base}/v1beta/models/gemini-embedding-001:batchEmbedContents`,
  );
  assert.equal(new URL(address(base, { model: '../../x?y=' })).host, 'g.example');
});

test('models of all pages are listed by the names that calls use', async () => {
  const pages: Record<string, unknown> = {
    '/v1beta/models?pageSize=1000': {
      models: [
        { name: 'models/gemini-3.8-flash', supportedGenerationMethods: ['generateContent'] },
        { name: 'models/veo-4', supportedGenerationMethods: ['predictLongRunning'] },
        null,
      ],
      nextPageToken: 'n/2',
    },
    '/v1beta/models?pageSize=1000&pageToken=n%2F2': {
      models: [{ name: 'models/gemini-embedding-2', supportedGenerationMethods: ['embedContent'] }],
    },
  };
  const models = await gemini.listModels?.(async (target) => pages[target], credentials);
  assert.deepEqual(models, ['gemini-3.8-flash', 'gemini-embedding-2']);
});

test('embeddings are asked for in one batch and answered in order', () => {
  const request: Json = {
    model: 'gemini-embedding-001',
    input: ['High', 'Low'],
    dimensions: 2,
    encoding_format: 'base64',
  };
  const part = (text: string) => ({
    model: 'models/gemini-embedding-001',
    content: { parts: [{ text }] },
    outputDimensionality: 2,
  });
  assert.deepEqual(
    geminiEmbeddings.writeRequest?.(request, () => {}),
    { requests: [part('High'), part('Low')] },
  );
  const answer = geminiEmbeddings.readResponse?.(
    { embeddings: [{ values: [0, 1] }, { values: [2, 0.5] }] },
    request,
  ) as {
    data: { index: number; embedding: string }[];
  };
  assert.deepEqual(
    answer.data.map(({ embedding }) =>
      Array.from(new Float32Array(Uint8Array.from(Buffer.from(embedding, 'base64')).buffer)),
    ),
    [
      [0, 1],
      [2, 0.5],
    ],
  );
  assert.throws(() => geminiEmbeddings.readResponse?.({}, request), UpstreamRefusal);
});

const drawn = (parts: unknown[], finishReason = 'STOP') => ({
  candidates: [{ content: { parts }, finishReason }],
  usageMetadata: {
    promptTokenCount: 9,
    candidatesTokenCount: 1300,
    totalTokenCount: 1309,
    candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1290 }],
  },
});
const pictured = drawn([
  { inlineData: { mimeType: 'image/png', data: 'dGhvdWdodA==' }, thought: true },
  { inlineData: { mimeType: 'image/png', data: 'iVBO' } },
  { text: 'Here.' },
]);

test('a picture is drawn in the nearest shape, and what was not carried is told', () => {
  const warned: string[] = [];
  const body = geminiPictures.writeRequest?.(
    { model: 'm', prompt: 'A harbour', size: '1536x1024', quality: 'high', response_format: 'url' },
    (field) => warned.push(field),
  ) as { generationConfig: Json; contents: unknown };
  assert.deepEqual(body.contents, [{ role: 'user', parts: [{ text: 'A harbour' }] }]);
  assert.deepEqual(body.generationConfig.imageConfig, { aspectRatio: '3:2' });
  assert.deepEqual(warned, ['quality', 'response_format']);
  const auto = geminiPictures.writeRequest?.({ prompt: 'x', size: 'auto' }, () => {}) as typeof body;
  assert.equal(auto.generationConfig.imageConfig, undefined);
  assert.throws(() => geminiPictures.writeRequest?.({ prompt: 'x', n: 2 }, () => {}), /one picture/);
});

test('pictures are answered and counted, those that were thought are not', () => {
  const answer = geminiPictures.readResponse?.(pictured, {}) as { data: unknown; usage: Json };
  assert.deepEqual(answer.data, [{ b64_json: 'iVBO' }]);
  assert.deepEqual(answer.usage.output_tokens_details, { text_tokens: 10, image_tokens: 1290 });
  const { calls, imageOutput } = geminiPictures.readUsage(pictured) ?? {};
  assert.deepEqual([calls, imageOutput], [1, 1290]);
});

test('a model that will not draw is quoted', () => {
  assert.throws(
    () => geminiPictures.readResponse?.(drawn([{ text: 'I do not draw flags.' }], 'IMAGE_SAFETY'), {}),
    /IMAGE_SAFETY.*I do not draw flags/,
  );
});
