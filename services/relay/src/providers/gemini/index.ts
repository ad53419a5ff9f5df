import { geminiEmbeddings } from '../../dialects/gemini/embeddings.ts';
import { gemini as generateContent } from '../../dialects/gemini/index.ts';
import { geminiPictures } from '../../dialects/gemini/pictures.ts';
import { geminiSpeech } from '../../dialects/gemini/speech.ts';
import type { Provider, Target } from '../provider.ts';
import { pathOf } from '../url.ts';
import { listModels } from './list-models.ts';
import { models } from './models.ts';
import { defaultVersion, versionOf } from './version.ts';

/** Google's Gemini API (AI Studio). Its OpenAI-compatible twin loses signatures in places, and is not used. */
export const gemini: Provider = {
  type: 24,
  name: 'gemini',
  conventionalName: 'gcp.gemini',
  label: 'Google Gemini',
  baseUrl: 'https://generativelanguage.googleapis.com',
  models,
  keyHint: 'AIza...',
  otherHint: `Version of the API; ${defaultVersion} when empty`,
  // In a header: addresses are logged.
  sign: ({ key }) => ['x-goog-api-key', key],
  endpoints: [
    {
      operation: 'chat',
      dialect: generateContent,
      path: (target) => pathTo(target, target.stream ? 'streamGenerateContent?alt=sse' : 'generateContent'),
    },
    {
      operation: 'embeddings',
      dialect: geminiEmbeddings,
      path: (target) => pathTo(target, 'batchEmbedContents'),
    },
    {
      operation: 'images/generations',
      dialect: geminiPictures,
      path: (target) => pathTo(target, 'generateContent'),
    },
    {
      operation: 'audio/speech',
      dialect: geminiSpeech,
      path: (target) => pathTo(target, 'generateContent'),
    },
  ],
  url: (base, endpoint, target) =>
    new URL(base.replace(/\/+$/, '').replace(/\/v\d\w*$/, '') + pathOf(endpoint, target)),
  listModels,
};

/** Tuned models have a folder of their own. */
function pathTo({ model, credentials }: Target, method: string): string {
  const name = model.includes('/') ? model : `models/${model}`;
  return `/${versionOf(credentials)}/${name.split('/').map(encodeURIComponent).join('/')}:${method}`;
}
