import { openaiCompatible } from '../openai-compatible.ts';

export const upstage = openaiCompatible({
  type: 1007,
  name: 'upstage',
  label: 'Upstage',
  baseUrl: 'https://api.upstage.ai',
  prefix: '/v1/solar',
  models: [],
});
