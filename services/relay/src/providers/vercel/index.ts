import { openaiCompatible } from '../openai-compatible.ts';

export const vercel = openaiCompatible({
  type: 1003,
  name: 'vercel',
  label: 'Vercel AI Gateway',
  baseUrl: 'https://ai-gateway.vercel.sh',
  operations: ['chat', 'embeddings'],
  models: [],
});
