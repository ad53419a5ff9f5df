import { openaiCompatible } from '../openai-compatible.ts';

export const baseten = openaiCompatible({
  type: 1004,
  name: 'baseten',
  label: 'Baseten',
  baseUrl: 'https://inference.baseten.co',
  models: [],
});
