import { anthropicMessages } from '../../dialects/anthropic-messages/index.ts';
import { openaiResponses } from '../../dialects/openai-responses/index.ts';
import { listOpenaiModels } from '../list-openai-models.ts';
import { openaiCompatible } from '../openai-compatible.ts';
import { amend } from './amend.ts';
import { readDashboard } from './read-dashboard.ts';
import { customUrl, isWholeAddress } from './url.ts';

/** Any OpenAI-shaped address. The base URL may be a whole URL, with {model} in it or for one operation only. */
export const custom = openaiCompatible({
  type: 8,
  name: 'custom',
  label: 'Custom',
  baseUrl: '',
  operations: [
    'chat',
    'completions',
    'embeddings',
    'rerank',
    'moderations',
    'images/generations',
    'images/edits',
    'images/variations',
    'audio/speech',
    'audio/transcriptions',
    'audio/translations',
  ],
  models: [],
  keyHint: 'Bearer key; write none for a host that asks for no key',
  url: customUrl,
  keepsVerdicts: true,
  amend,
  verdicts: [{ status: [405, 501], verdict: 'retry' }],
  readBalance: readDashboard,
  also: [
    { operation: 'chat', dialect: openaiResponses, path: '/v1/responses' },
    { operation: 'chat', dialect: anthropicMessages, path: '/v1/messages' },
  ],
  async listModels(host, credentials) {
    if (isWholeAddress(credentials.baseUrl ?? '')) {
      throw new Error('the address is for one call, so it has no list of models: type their names');
    }
    return listOpenaiModels()(host, credentials);
  },
});
