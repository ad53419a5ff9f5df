import { bearer } from '../bearer.ts';
import type { Provider } from '../provider.ts';

/** The protocol of the open-source Suno-API, which gateways speak too; songs and lyrics, no chats. */
export const suno: Provider = {
  type: 36,
  name: 'suno',
  label: 'Suno API',
  baseUrl: '',
  endpoints: [],
  models: ['suno_music', 'suno_lyrics'],
  keyHint: "the proxy's secret",
  otherHint: '',
  sign: bearer,
};
