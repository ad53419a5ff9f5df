import { openaiCompatible } from '../openai-compatible.ts';
import { drop, rename } from '../patch.ts';

export const deepseek = openaiCompatible({
  type: 43,
  name: 'deepseek',
  label: 'DeepSeek',
  baseUrl: 'https://api.deepseek.com',
  models: ['deepseek-flash', 'deepseek-v4-flash', 'deepseek-v4-pro'],
  patch: [
    rename('max_completion_tokens', 'max_tokens'),
    drop('n', 'logit_bias', 'seed', 'store', 'metadata', 'modalities', 'parallel_tool_calls', 'service_tier'),
  ],
});
