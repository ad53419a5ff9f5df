import { openaiCompatible } from '../openai-compatible.ts';

export const nebius = openaiCompatible({
  type: 1002,
  name: 'nebius',
  label: 'Nebius Token Factory',
  baseUrl: 'https://api.tokenfactory.nebius.com',
  operations: ['chat', 'completions', 'embeddings'],
  models: [],
});
