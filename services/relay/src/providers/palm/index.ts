import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import type { Provider } from '../provider.ts';

const notice =
  'Google closed the PaLM API on 2024-08-15. Change the type of this channel to Google Gemini and choose new models; the key may still be good.';

/** Google PaLM 2, closed. Kept so that old channels and logs have a name; it serves no request. */
export const palm: Provider = {
  type: 11,
  name: 'palm',
  label: 'Google PaLM2',
  baseUrl: 'https://generativelanguage.googleapis.com',
  models: [],
  keyHint: 'AIza...',
  otherHint: '',
  notice,
  sign: () => [],
  endpoints: [],
  async listModels() {
    throw new UpstreamRefusal({
      verdict: 'retry',
      message: notice,
      type: 'upstream_error',
      code: 'channel_type_retired',
      param: null,
    });
  },
};
