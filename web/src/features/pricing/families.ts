import type { PriceEntry } from './api.ts';

export const families = ['openai', 'claude', 'other'] as const;
export type Family = (typeof families)[number];

const openaiNames = /^(gpt|o1|o3|o4|o5|text-|whisper-|davinci-|curie-|babbage-|ada-|tts-|chatgpt-|dall-e-)/;

export function familyOf(model: string): Family {
  if (model.startsWith('claude')) return 'claude';
  return openaiNames.test(model) ? 'openai' : 'other';
}

/** By what is charged, then gpt before all others, then by name. */
export function inOrder(entries: readonly PriceEntry[]): PriceEntry[] {
  const isGpt = ({ model_name: name }: PriceEntry) => (name.startsWith('gpt') ? 0 : 1);
  return [...entries].sort(
    (a, b) => a.quota_type - b.quota_type || isGpt(a) - isGpt(b) || compare(a.model_name, b.model_name),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
