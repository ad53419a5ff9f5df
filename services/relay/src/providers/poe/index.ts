import { openaiCompatible } from '../openai-compatible.ts';

export const poe = openaiCompatible({
  type: 1006,
  name: 'poe',
  label: 'Poe',
  baseUrl: 'https://api.poe.com',
  models: [],
});
