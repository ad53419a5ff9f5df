import type { Provider } from '../provider.ts';
import { generateMessage } from './dialect.ts';

/** Google PaLM 2 in its documented format. Google closed it: only mirrors and old channels are left. */
export const palm: Provider = {
  type: 11,
  name: 'palm',
  label: 'Google PaLM2',
  baseUrl: 'https://generativelanguage.googleapis.com',
  models: ['chat-bison-001'],
  keyHint: 'AIza...',
  otherHint: '',
  notice:
    'Google closed the PaLM API on 2024-08-15. Change the type of this channel to Google Gemini and choose new models; the key may still be good. A mirror that still serves it goes into the base URL.',
  // The header that Google takes in the place of `?key=`: addresses are logged.
  sign: ({ key }) => ['x-goog-api-key', key],
  endpoints: [
    {
      operation: 'chat',
      dialect: generateMessage,
      path: ({ model }) => `/v1beta2/models/${encodeURIComponent(model)}:generateMessage`,
    },
  ],
};
