import { anthropicMessages } from '../../dialects/anthropic-messages/index.ts';
import { isObject } from '../../dialects/json.ts';
import { withVerdicts } from '../../dialects/verdicts.ts';
import { readAmount } from '../amount.ts';
import { openaiCompatible } from '../openai-compatible.ts';
import { drop, rename } from '../patch.ts';
import type { Provider } from '../provider.ts';
import { amend } from './amend.ts';
import { verdicts } from './errors.ts';
import { fillInTheMiddle, images, speech } from './operations.ts';
import { thinking } from './thinking.ts';

/** SiliconFlow. Streams carry cumulative usage on every chunk: the last one counts. */
export const siliconcloud = openaiCompatible({
  type: 40,
  name: 'siliconcloud',
  label: 'SiliconCloud',
  baseUrl: 'https://api.siliconflow.cn',
  operations: [
    'chat',
    'completions',
    'embeddings',
    'rerank',
    'images/generations',
    'audio/speech',
    'audio/transcriptions',
  ],
  formats: { completions: fillInTheMiddle, 'images/generations': images, 'audio/speech': speech },
  models: [
    'deepseek-ai/DeepSeek-V4-Flash',
    'deepseek-ai/DeepSeek-V4-Pro',
    'deepseek-ai/DeepSeek-V3.2',
    'deepseek-ai/DeepSeek-R1',
    'Qwen/Qwen3.5-397B-A17B',
    'Qwen/Qwen3.5-9B',
    'Qwen/Qwen3.6-35B-A3B',
    'Qwen/Qwen3-VL-32B-Instruct',
    'Qwen/Qwen3-Coder-480B-A35B-Instruct',
    'Pro/zai-org/GLM-5.1',
    'Pro/moonshotai/Kimi-K2.6',
    'Pro/MiniMaxAI/MiniMax-M2.5',
    'BAAI/bge-m3',
    'Qwen/Qwen3-Embedding-8B',
    'BAAI/bge-reranker-v2-m3',
    'Qwen/Qwen3-Reranker-8B',
    'Kwai-Kolors/Kolors',
    'FunAudioLLM/SenseVoiceSmall',
    'FunAudioLLM/CosyVoice2-0.5B',
  ],
  patch: [
    rename('max_completion_tokens', 'max_tokens'),
    drop('store', 'metadata', 'logit_bias', 'service_tier'),
    thinking,
  ],
  amend,
  verdicts,
  readBalance,
  also: [{ operation: 'chat', dialect: withVerdicts(anthropicMessages, verdicts), path: '/v1/messages' }],
});

/** The host abroad counts in dollars. Its answer does not say so. */
async function readBalance(...[host, { baseUrl = '' }]: Parameters<NonNullable<Provider['readBalance']>>) {
  const payload = await host('/v1/user/info');
  const data = isObject(payload) && isObject(payload.data) ? payload.data : {};
  return { amount: readAmount(data.totalBalance), currency: /siliconflow\.com/.test(baseUrl) ? 'USD' : 'CNY' };
}
