import { bearer } from '../bearer.ts';
import { openaiCompatible } from '../openai-compatible.ts';

export const openai = openaiCompatible({
  type: 1,
  name: 'openai',
  label: 'OpenAI',
  baseUrl: 'https://api.openai.com',
  operations: ['chat', 'completions', 'embeddings'],
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
    'text-embedding-3-small',
    'text-embedding-3-large',
  ],
});
