import { isObject } from '../../dialects/json.ts';
import { floatEmbeddings } from '../../dialects/openai-operations/float-embeddings.ts';
import { openaiFormatOf } from '../../dialects/openai-operations/index.ts';
import { ndjson } from '../../egress/framing/ndjson.ts';
import { bearer } from '../bearer.ts';
import type { Provider } from '../provider.ts';
import { amend } from './amend.ts';
import { ollamaChat } from './dialect.ts';
import { errorIn, readError } from './errors.ts';
import { mergeOther } from './merge-other.ts';

/**
 * Ollama, local or its cloud. Chats take the native call: the OpenAI-compatible one ignores the size of the context and
 * cuts long prompts off at the front without a word.
 */
export const ollama: Provider = {
  type: 4,
  name: 'ollama',
  label: 'Ollama',
  baseUrl: 'http://localhost:11434',
  models: [],
  keyHint: 'Write none for a server of your own; a key of ollama.com',
  otherHint: 'Most context and other defaults as JSON, such as {"num_ctx":32768,"keep_alive":"10m"}',
  sign: ({ key }) => (key === 'ollama' ? [] : bearer({ key })),
  endpoints: [
    {
      operation: 'chat',
      dialect: ollamaChat,
      path: '/api/chat',
      framing: ndjson,
      patch: [mergeOther],
      amend,
    },
    {
      operation: 'completions',
      dialect: { ...openaiFormatOf('completions'), readError, errorIn },
      path: '/v1/completions',
    },
    { operation: 'embeddings', dialect: { ...floatEmbeddings, readError, errorIn }, path: '/v1/embeddings' },
  ],
  async listModels(host) {
    const payload = await host('/api/tags');
    const models = isObject(payload) && Array.isArray(payload.models) ? payload.models : [];
    return models.flatMap((model) =>
      isObject(model) && typeof model.name === 'string' ? [model.name.replace(/:latest$/, '')] : [],
    );
  },
};
