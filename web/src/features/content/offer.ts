import type { PricingEntry } from '@switchyard/console/calls';

/** Names as their owners write them. */
const vendorNames: Record<string, string> = {
  alibaba: 'Alibaba Qwen',
  amazon: 'Amazon Nova',
  anthropic: 'Anthropic',
  bytedance: 'ByteDance Doubao',
  cohere: 'Cohere',
  deepseek: 'DeepSeek',
  google: 'Google',
  groq: 'Groq',
  jina: 'Jina',
  meituan: 'Meituan LongCat',
  meta: 'Meta Llama',
  minimax: 'MiniMax',
  mistral: 'Mistral',
  moonshot: 'Moonshot Kimi',
  openai: 'OpenAI',
  'openai-open-weight': 'OpenAI',
  perplexity: 'Perplexity',
  stepfun: 'StepFun',
  tencent: 'Tencent Hunyuan',
  xai: 'xAI',
  xiaomi: 'Xiaomi MiMo',
  zhipu: 'Zhipu GLM',
};

export interface Vendor {
  readonly name: string;
  readonly models: readonly PricingEntry[];
}

/** Models by who makes them, the largest first; those of unknown makers are not shown. */
export function vendorsOf(models: readonly PricingEntry[]): readonly Vendor[] {
  const known = models.filter(({ owner_by: owner }) => owner in vendorNames);
  return [...Map.groupBy(known, ({ owner_by: owner }) => vendorNames[owner] ?? owner)]
    .map(([name, own]) => ({ name, models: own }))
    .sort((a, b) => b.models.length - a.models.length || a.name.localeCompare(b.name));
}

const plain = (dollars: number) => `$${Number(dollars.toFixed(4))}`;

/** Dollars for a million tokens read and written, or for one call; before any factor of a group. Undefined: otherwise priced. */
export function listPrice(model: PricingEntry): string | undefined {
  if (model.unit === 'tokens') {
    const input = model.model_ratio * 2;
    const output = input * model.completion_ratio;
    return output > 0 ? `${plain(input)} / ${plain(output)}` : plain(input);
  }
  return model.unit === 'calls' ? plain(model.price) : undefined;
}
