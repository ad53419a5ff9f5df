import { openaiCompatible } from '../openai-compatible.ts';

/** NVIDIA's hosted NIM. Models come and go: the list is the truth. */
export const nvidia = openaiCompatible({
  type: 104,
  name: 'nvidia',
  label: 'NVIDIA NIM',
  baseUrl: 'https://integrate.api.nvidia.com',
  keyHint: 'nvapi-...',
  operations: ['chat', 'embeddings'],
  models: [],
});
