import { isObject } from '../../dialects/json.ts';
import { openaiFormatOf } from '../../dialects/openai-operations/index.ts';
import { bearer } from '../bearer.ts';
import type { Provider } from '../provider.ts';
import { cohereChat } from './dialect.ts';
import { cohereEmbeddings, sendEmbeddings } from './embeddings.ts';
import { errorIn, readError } from './errors.ts';
import { cohereRerank } from './rerank.ts';

/** Cohere, in its second version. Its OpenAI-compatible twin hides what is billed, and is not used. */
export const cohere: Provider = {
  type: 34,
  name: 'cohere',
  label: 'Cohere',
  baseUrl: 'https://api.cohere.com',
  models: [
    'command-a-plus-05-2026',
    'command-a-03-2025',
    'command-a-reasoning-08-2025',
    'command-a-vision-07-2025',
    'command-a-translate-08-2025',
    'command-r-08-2024',
    'command-r-plus-08-2024',
    'command-r7b-12-2024',
    'north-mini-code-1-0',
    'embed-v4.0',
    'embed-english-v3.0',
    'embed-multilingual-v3.0',
    'rerank-v4.0-pro',
    'rerank-v4.0-fast',
    'rerank-v3.5',
    'cohere-transcribe',
  ],
  keyHint: 'Key from the Cohere dashboard',
  otherHint: '',
  sign: bearer,
  endpoints: [
    { operation: 'chat', dialect: cohereChat, path: '/v2/chat' },
    { operation: 'embeddings', dialect: cohereEmbeddings, path: '/v2/embed', send: sendEmbeddings },
    { operation: 'rerank', dialect: cohereRerank, path: '/v2/rerank' },
    {
      operation: 'audio/transcriptions',
      dialect: { ...openaiFormatOf('audio/transcriptions'), readError, errorIn },
      path: '/v2/audio/transcriptions',
    },
  ],
  async listModels(host) {
    const payload = await host('/v1/models?page_size=1000');
    const models = isObject(payload) && Array.isArray(payload.models) ? payload.models : [];
    return models.flatMap((model) => (isObject(model) && typeof model.name === 'string' ? [model.name] : []));
  },
};
