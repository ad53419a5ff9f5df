import { openaiFormatOf } from '../../dialects/openai-operations/index.ts';
import { openaiResponses } from '../../dialects/openai-responses/index.ts';
import { bearer } from '../bearer.ts';
import { openaiCompatible } from '../openai-compatible.ts';
import { amend } from './amend.ts';
import { bareMessages } from './bare-messages.ts';
import { reasoningModels, toolsTakeResponses } from './reasoning-models.ts';

export const openai = openaiCompatible({
  type: 1,
  name: 'openai',
  label: 'OpenAI',
  baseUrl: 'https://api.openai.com',
  operations: [
    'chat',
    'completions',
    'embeddings',
    'moderations',
    'images/generations',
    'images/edits',
    'images/variations',
    'audio/speech',
    'audio/transcriptions',
    'audio/translations',
    'realtime',
  ],
  // Its embeddings are in the encoding that was asked for.
  formats: { embeddings: openaiFormatOf('embeddings') },
  knowsDeveloper: true,
  patch: [reasoningModels, bareMessages],
  amend,
  verdicts: [{ status: 403, says: /unsupported_country_region_territory/, verdict: 'retry' }],
  also: [
    {
      operation: 'chat',
      dialect: openaiResponses,
      path: '/v1/responses',
      amend,
      instead: ({ model, hasTools }) => hasTools && toolsTakeResponses.test(model),
    },
  ],
  sign: (credentials) =>
    credentials.organization
      ? [...bearer(credentials), 'openai-organization', credentials.organization]
      : bearer(credentials),
  models: [
    'gpt-6-astra',
    'gpt-6.1-sol',
    'gpt-6.1-terra',
    'gpt-6-sol',
    'gpt-6-luna',
    'gpt-5.6-sol',
    'gpt-5.6-terra',
    'gpt-5.6-luna',
    'gpt-5.5',
    'gpt-5.4',
    'gpt-5.4-mini',
    'chat-latest',
    'gpt-realtime-2.1',
    'gpt-realtime-2.1-mini',
    'gpt-image-2',
    'gpt-image-2.5-sunburst',
    'gpt-image-2.5-flare',
    'gpt-transcribe',
    'gpt-4o-transcribe',
    'whisper-1',
    'gpt-4o-mini-tts',
    'tts-1',
    'text-embedding-3-small',
    'text-embedding-3-large',
    'omni-moderation-latest',
  ],
});
