/** Last part of a model's address where it is not the name in lower case. */
const suffixes: Readonly<Record<string, string>> = {
  'ernie-4.0-8k': 'completions_pro',
  'ernie-bot-4': 'completions_pro',
  'ernie-4.0': 'completions_pro',
  'ernie-3.5-8k': 'completions',
  'ernie-bot': 'completions',
  'ernie-bot-turbo': 'eb-instant',
  'ernie-lite-8k-0922': 'eb-instant',
  'ernie-lite-8k-0308': 'ernie-lite-8k',
  'ernie-speed': 'ernie_speed',
  'ernie-speed-8k': 'ernie_speed',
  'ernie-bot-8k': 'ernie_bot_8k',
  'ernie-4.0-8k-preview-0518': 'completions_adv_pro',
  'ernie-character-8k': 'ernie-char-8k',
  'ernie-functions-8k': 'ernie-func-8k',
  'bloomz-7b': 'bloomz_7b1',
  'bge-large-zh': 'bge_large_zh',
  'bge-large-en': 'bge_large_en',
  'tao-8k': 'tao_8k',
};

/** Path of a model in the first version. */
export function v1Path(kind: 'chat' | 'embeddings', model: string): string {
  const name = model.toLowerCase();
  return `/rpc/2.0/ai_custom/v1/wenxinworkshop/${kind}/${encodeURIComponent(suffixes[name] ?? name)}`;
}
