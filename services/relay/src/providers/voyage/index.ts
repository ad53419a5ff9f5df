import { openaiCompatible } from '../openai-compatible.ts';
import { embeddings, rerank } from './operations.ts';

/** Voyage: embeddings and reranks, nothing else. */
export const voyage = openaiCompatible({
  type: 111,
  name: 'voyage',
  label: 'Voyage',
  baseUrl: 'https://api.voyageai.com',
  keyHint: 'pa-...',
  operations: ['embeddings', 'rerank'],
  formats: { embeddings, rerank },
  models: [],
  listModels: false,
});
