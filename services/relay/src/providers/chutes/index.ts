import { openaiCompatible } from '../openai-compatible.ts';

export const chutes = openaiCompatible({
  type: 1005,
  name: 'chutes',
  label: 'Chutes',
  baseUrl: 'https://llm.chutes.ai',
  models: [],
});
