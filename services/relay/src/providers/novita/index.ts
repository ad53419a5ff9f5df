import { openaiCompatible } from '../openai-compatible.ts';

export const novita = openaiCompatible({
  type: 1001,
  name: 'novita',
  label: 'Novita',
  baseUrl: 'https://api.novita.ai/openai',
  models: [],
});
