import { openaiCompatible } from '../openai-compatible.ts';

/** Moonshot (Kimi). Usage may stand inside the last choice; the dialect reads both places. */
export const moonshot = openaiCompatible({
  type: 25,
  name: 'moonshot',
  label: 'Moonshot',
  baseUrl: 'https://api.moonshot.cn',
  models: ['kimi-k3', 'kimi-k2.7-code', 'kimi-k2.7-code-highspeed', 'kimi-k2.6'],
});
