import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GatewayError } from '../../errors.ts';
import { jinaEmbeddings } from './embeddings.ts';
import { jina } from './index.ts';
import { jinaRerank } from './rerank.ts';

const silent = () => {};

test('the encoding that OpenAI clients ask for does not reach Jina, and is made here', () => {
  const request = { model: 'jina-embeddings-v3', input: ['low'], encoding_format: 'base64', task: 'text-matching' };
  assert.deepEqual(jinaEmbeddings.writeRequest?.(request, silent), {
    model: 'jina-embeddings-v3',
    input: ['low'],
    task: 'text-matching',
  });
  const payload = { object: 'list', usage: { total_tokens: 3 }, data: [{ index: 0, embedding: [0.5, -1] }] };
  const answer = jinaEmbeddings.readResponse?.(payload, request) as { data: { embedding: string }[] };
  const bytes = Buffer.from(answer.data[0]?.embedding ?? '', 'base64');
  assert.deepEqual([bytes.readFloatLE(0), bytes.readFloatLE(4)], [0.5, -1]);
  assert.equal(jinaEmbeddings.readUsage(payload)?.prompt, 3);
  assert.throws(() => jinaEmbeddings.writeRequest?.({ ...request, input: [[1, 2]] }, silent), GatewayError);
});

test('numbers stay numbers for those who ask for numbers', () => {
  const payload = { data: [{ index: 0, embedding: [0.5] }] };
  assert.equal(jinaEmbeddings.readResponse?.(payload, { encoding_format: 'float' }), payload);
});

test('documents are narrowed on their way and attached on the way back, only when asked for', () => {
  const request = {
    model: 'jina-reranker-v3',
    query: 'tide',
    documents: ['low', { text: 'high', id: 7 }],
    return_documents: true,
  };
  assert.deepEqual(jinaRerank.writeRequest?.(request, silent), {
    model: 'jina-reranker-v3',
    query: 'tide',
    documents: ['low', { text: 'high' }],
    return_documents: false,
  });
  const payload = {
    model: 'jina-reranker-v3',
    results: [
      { index: 1, relevance_score: 0.71 },
      { index: 0, relevance_score: -0.05 },
    ],
    usage: { total_tokens: 58 },
  };
  assert.deepEqual(jinaRerank.readResponse?.({ ...payload, id: 'r-1' }, request), {
    id: 'r-1',
    model: 'jina-reranker-v3',
    results: [
      { index: 1, relevance_score: 0.71, document: { text: 'high', id: 7 } },
      { index: 0, relevance_score: -0.05, document: { text: 'low' } },
    ],
    usage: { prompt_tokens: 58, total_tokens: 58 },
  });
  const plain = jinaRerank.readResponse?.(payload, { ...request, return_documents: false }) as { results: object[] };
  assert.equal('document' in (plain.results[0] ?? {}), false);
  assert.equal(jinaRerank.readUsage(payload)?.prompt, 58);
});

for (const [status, body, verdict] of [
  [400, { detail: 'Model jina-x not found', code: 'INPUT_INVALID' }, 'retry'],
  [400, { detail: 'input too long', code: 'INPUT_TOO_LONG' }, 'client'],
  [422, { detail: [{ loc: ['body', 'input'], msg: 'field required', type: 'missing' }] }, 'client'],
  [401, { detail: 'bad', code: 'AUTH_INVALID_API_KEY' }, 'credential'],
  [402, { detail: 'pay' }, 'credential'],
  [403, { detail: 'top up', code: 'AUTHZ_INSUFFICIENT_BALANCE' }, 'credential'],
  [403, { detail: 'quota of your tier', code: 'AUTHZ_RESOURCE_LIMIT_EXCEEDED' }, 'retry'],
  [429, { detail: 'slow' }, 'retry'],
  [524, { detail: 'late' }, 'retry'],
] as const) {
  test(`${status} ${JSON.stringify(body)} is judged ${verdict}`, () =>
    assert.equal(jina.endpoints[0]?.dialect.readError(status, JSON.stringify(body)).verdict, verdict));
}
