import { bearer } from '../bearer.ts';
import type { Patch } from '../patch.ts';
import type { Provider } from '../provider.ts';
import { joinUrl, pathOf } from '../url.ts';
import { aiproxyLibrary } from './dialect.ts';

const addLibrary: Patch = (edit, { credentials }) => edit.put('libraryId', JSON.stringify(credentials.other));

/** The library of AI Proxy: asks a model about the documents of one knowledge base. */
export const aiproxy: Provider = {
  type: 21,
  name: 'aiproxy',
  label: 'AI Proxy library',
  baseUrl: 'https://api.aiproxy.io',
  models: ['gpt-4o-mini', 'gpt-4o'],
  keyHint: 'API key of AI Proxy',
  otherHint: 'Id of the library; required',
  sign: bearer,
  // Without a library there is nothing to ask.
  url: (base, endpoint, target) =>
    target.credentials.other === '' ? undefined : joinUrl(base, pathOf(endpoint, target)),
  endpoints: [{ operation: 'chat', dialect: aiproxyLibrary, path: '/api/library/ask', patch: [addLibrary] }],
};
