import { openaiCompatible } from '../openai-compatible.ts';
import { drop, rename } from '../patch.ts';

/** SiliconFlow. Streams carry cumulative usage on every chunk: the last one counts. */
export const siliconcloud = openaiCompatible({
  type: 40,
  name: 'siliconcloud',
  label: 'SiliconCloud',
  baseUrl: 'https://api.siliconflow.cn',
  operations: ['chat', 'completions', 'embeddings'],
  models: ['deepseek-ai/DeepSeek-V4', 'Qwen/Qwen3.5-9B', 'zai-org/GLM-5.2', 'Qwen/Qwen3-Embedding-8B', 'BAAI/bge-m3'],
  patch: [rename('max_completion_tokens', 'max_tokens'), drop('store', 'metadata', 'logit_bias', 'service_tier')],
});
