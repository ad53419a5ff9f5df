import { openaiCompatible } from '../openai-compatible.ts';
import { clamp, drop, rename } from '../patch.ts';

export const baichuan = openaiCompatible({
  type: 1009,
  name: 'baichuan',
  label: 'Baichuan',
  baseUrl: 'https://api.baichuan-ai.com',
  operations: ['chat', 'embeddings'],
  models: [
    'Baichuan4',
    'Baichuan4-Turbo',
    'Baichuan4-Air',
    'Baichuan3-Turbo',
    'Baichuan3-Turbo-128k',
    'Baichuan-Text-Embedding',
  ],
  patch: [rename('max_completion_tokens', 'max_tokens'), clamp('temperature', 0, 1), drop('n')],
  listModels: false,
});
