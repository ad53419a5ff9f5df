import type { Provider } from '../provider.ts';

/** The protocol of novicezk/midjourney-proxy; pictures only, no chats. */
export const midjourney: Provider = {
  type: 2,
  name: 'midjourney',
  label: 'Midjourney Proxy',
  baseUrl: '',
  endpoints: [],
  models: ['mj_imagine', 'mj_variation', 'mj_reroll', 'mj_blend', 'mj_upscale', 'mj_describe'],
  keyHint: "the proxy's api-secret",
  otherHint: '',
  sign: ({ key }) => ['mj-api-secret', key],
};
