/** How the sellers of models write themselves. */
const names: Readonly<Record<string, string>> = {
  alibaba: 'Alibaba',
  amazon: 'Amazon',
  anthropic: 'Anthropic',
  bytedance: 'ByteDance',
  cohere: 'Cohere',
  deepseek: 'DeepSeek',
  google: 'Google',
  groq: 'Groq',
  jina: 'Jina AI',
  meituan: 'Meituan',
  meta: 'Meta',
  minimax: 'MiniMax',
  mistral: 'Mistral AI',
  moonshot: 'Moonshot AI',
  openai: 'OpenAI',
  'openai-open-weight': 'OpenAI',
  perplexity: 'Perplexity',
  stepfun: 'StepFun',
  tencent: 'Tencent',
  xai: 'xAI',
  xiaomi: 'Xiaomi',
  zhipu: 'Zhipu AI',
};

/** The seller's name; undefined when nobody in particular sells the model. */
export function vendorName(vendor: string): string | undefined {
  return names[vendor];
}
