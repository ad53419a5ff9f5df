import { openaiCompatible } from '../openai-compatible.ts';

export const cerebras = openaiCompatible({
  type: 105,
  name: 'cerebras',
  label: 'Cerebras',
  baseUrl: 'https://api.cerebras.ai',
  keyHint: 'csk-...',
  reasoningIn: 'reasoning',
  models: ['gpt-oss-120b'],
});
