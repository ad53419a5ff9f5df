import { openaiCompatible } from '../openai-compatible.ts';

/** Hugging Face's router. A name may end in a provider or a preference, such as `:fastest`. */
export const huggingface = openaiCompatible({
  type: 107,
  name: 'huggingface',
  label: 'Hugging Face',
  baseUrl: 'https://router.huggingface.co',
  keyHint: 'hf_...',
  models: [],
});
