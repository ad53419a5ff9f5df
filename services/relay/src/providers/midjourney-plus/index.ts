import { midjourney } from '../midjourney/index.ts';
import type { Provider } from '../provider.ts';

/** The superset of the proxy's protocol: buttons, dialogs, speeds (trueai-org/midjourney-proxy and resellers). */
export const midjourneyPlus: Provider = {
  ...midjourney,
  type: 5,
  name: 'midjourney-plus',
  label: 'Midjourney Proxy Plus',
  models: [
    ...midjourney.models,
    'mj_shorten',
    'mj_zoom',
    'mj_custom_zoom',
    'mj_pan',
    'mj_inpaint',
    'mj_modal',
    'mj_high_variation',
    'mj_low_variation',
    'mj_upload',
    'mj_edits',
    'mj_video',
    'swap_face',
  ],
};
