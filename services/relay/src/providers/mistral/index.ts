import { openaiCompatible } from '../openai-compatible.ts';
import { amend } from './amend.ts';
import { mistralChat } from './dialect.ts';
import { verdicts } from './errors.ts';
import { embeddings, moderations } from './operations.ts';

/** Mistral: OpenAI's shapes, but members that it does not know are refused. */
export const mistral = openaiCompatible({
  type: 42,
  name: 'mistral',
  conventionalName: 'mistral_ai',
  label: 'Mistral',
  baseUrl: 'https://api.mistral.ai',
  keyHint: 'Key from the Mistral console',
  operations: ['chat', 'embeddings', 'moderations', 'audio/transcriptions'],
  dialect: mistralChat,
  formats: { embeddings, moderations },
  verdicts,
  amend,
  models: [
    'mistral-large-4',
    'mistral-large-latest',
    'mistral-large-2512',
    'mistral-medium-latest',
    'mistral-medium-3.5',
    'mistral-small-latest',
    'mistral-small-2603',
    'ministral-14b-latest',
    'ministral-8b-latest',
    'ministral-3b-latest',
    'magistral-medium-latest',
    'magistral-small-latest',
    'codestral-latest',
    'devstral-latest',
    'devstral-2512',
    'pixtral-large-latest',
    'voxtral-mini-latest',
    'voxtral-small-latest',
    'mistral-embed',
    'codestral-embed',
    'mistral-moderation-latest',
  ],
});
