import type { TextKey } from '../../lib/i18n.ts';
import type { PriceEntry } from './api.ts';

/** What models are for, by the endpoint that they are called through. */
export const purposeTexts = {
  openai: 'pricing:use.chat',
  'image-generation': 'pricing:use.image',
  'openai-video': 'pricing:use.video',
  'audio-speech': 'pricing:use.speech',
  'audio-transcription': 'pricing:use.transcription',
  'openai-realtime': 'pricing:use.realtime',
  embeddings: 'pricing:use.embeddings',
  'jina-rerank': 'pricing:use.rerank',
  moderations: 'pricing:use.moderation',
  suno: 'pricing:use.music',
  midjourney: 'pricing:use.drawing',
} as const satisfies Record<string, TextKey>;

export type Purpose = keyof typeof purposeTexts;

export function isPurpose(text: string): text is Purpose {
  return Object.hasOwn(purposeTexts, text);
}

export function purposeOf({ supported_endpoint_types: [first = ''] }: PriceEntry): Purpose | undefined {
  return isPurpose(first) ? first : undefined;
}
