import { isObject } from '../../dialects/json.ts';
import { openaiCompatible } from '../openai-compatible.ts';

export const together = openaiCompatible({
  type: 102,
  name: 'together',
  label: 'Together',
  baseUrl: 'https://api.together.ai',
  operations: ['chat', 'completions', 'embeddings', 'images/generations'],
  reasoningIn: 'reasoning',
  models: [
    'deepseek-ai/DeepSeek-V4-Pro',
    'zai-org/GLM-5.2',
    'moonshotai/Kimi-K2.7-Code',
    'MiniMaxAI/MiniMax-M3',
    'Qwen/Qwen3.7-Max',
    'openai/gpt-oss-120b',
  ],
  // A prompt that is too long for the model.
  verdicts: [{ status: 403, verdict: 'client' }],
  /** The list is bare. */
  async listModels(host) {
    const models = await host('/v1/models');
    return (Array.isArray(models) ? models : []).flatMap((model) =>
      isObject(model) && typeof model.id === 'string' ? [model.id] : [],
    );
  },
});
