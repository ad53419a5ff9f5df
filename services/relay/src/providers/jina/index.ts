import { openaiCompatible } from '../openai-compatible.ts';
import { jinaEmbeddings } from './embeddings.ts';
import { jinaRerank } from './rerank.ts';

/** Jina: embeddings and reranks, nothing else. */
export const jina = openaiCompatible({
  type: 38,
  name: 'jina',
  label: 'Jina',
  baseUrl: 'https://api.jina.ai',
  keyHint: 'jina_...',
  operations: ['embeddings', 'rerank'],
  formats: { embeddings: jinaEmbeddings, rerank: jinaRerank },
  models: [
    'jina-embeddings-v5-text-small',
    'jina-embeddings-v5-text-nano',
    'jina-embeddings-v4',
    'jina-embeddings-v3',
    'jina-code-embeddings-1.5b',
    'jina-code-embeddings-0.5b',
    'jina-clip-v2',
    'jina-colbert-v2',
    'jina-reranker-v3',
    'jina-reranker-m0',
    'jina-reranker-v2-base-multilingual',
  ],
  listModels: false,
  verdicts: [
    { status: 400, says: /model.{0,60}not.?found|unknown model/is, verdict: 'retry' },
    { status: 403, says: /INSUFFICIENT_BALANCE|balance/i, verdict: 'credential' },
    { status: 403, verdict: 'retry' },
  ],
});
