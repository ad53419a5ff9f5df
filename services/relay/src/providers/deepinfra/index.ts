import { openaiCompatible } from '../openai-compatible.ts';

export const deepinfra = openaiCompatible({
  type: 106,
  name: 'deepinfra',
  label: 'DeepInfra',
  baseUrl: 'https://api.deepinfra.com',
  prefix: '/v1/openai',
  keyHint: 'Key from the DeepInfra dashboard',
  operations: ['chat', 'completions', 'embeddings', 'images/generations'],
  models: [],
});
