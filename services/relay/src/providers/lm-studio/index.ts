import { openaiResponses } from '../../dialects/openai-responses/index.ts';
import { openaiCompatible } from '../openai-compatible.ts';

export const lmStudio = openaiCompatible({
  type: 109,
  name: 'lm-studio',
  label: 'LM Studio',
  baseUrl: 'http://127.0.0.1:1234',
  keyHint: 'Write none: its server asks for no key',
  operations: ['chat', 'completions', 'embeddings'],
  models: [],
  also: [{ operation: 'chat', dialect: openaiResponses, path: '/v1/responses' }],
});
