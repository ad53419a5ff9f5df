import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embeddings, rerank } from './operations.ts';

const silent = () => {};

test('a rerank is asked and answered in the shapes of either side', () => {
  const request = {
    model: 'rerank-2',
    query: 'tide',
    documents: ['low', { text: 'high' }],
    top_n: 1,
    return_documents: true,
  };
  assert.deepEqual(rerank.writeRequest?.(request, silent), {
    model: 'rerank-2',
    query: 'tide',
    documents: ['low', 'high'],
    top_k: 1,
  });
  const payload = { object: 'list', data: [{ index: 1, relevance_score: 0.8 }], usage: { total_tokens: 12 } };
  const answer = rerank.readResponse?.(payload, request) as { results: unknown; usage: unknown };
  assert.deepEqual(answer.results, [{ index: 1, relevance_score: 0.8, document: { text: 'high' } }]);
  assert.deepEqual(answer.usage, { prompt_tokens: 12, total_tokens: 12 });
  assert.equal(rerank.readUsage(payload)?.prompt, 12);
});

test('embeddings keep the kind of input, and have a size of another name', () => {
  const request = { model: 'voyage-4', input: ['a'], input_type: 'query', dimensions: 256, encoding_format: 'base64' };
  assert.deepEqual(embeddings.writeRequest?.(request, silent), {
    model: 'voyage-4',
    input: ['a'],
    input_type: 'query',
    output_dimension: 256,
  });
});
