import { anthropicMessages } from '../../dialects/anthropic-messages/index.ts';
import { isObject } from '../../dialects/json.ts';
import { withVerdicts } from '../../dialects/verdicts.ts';
import { readAmount } from '../amount.ts';
import { openaiCompatible } from '../openai-compatible.ts';
import { clamp, drop, forModels, rename, rewrite } from '../patch.ts';
import { prefixedUrl } from '../prefixed-url.ts';
import type { Provider } from '../provider.ts';
import { moonshotChat } from './dialect.ts';
import { verdicts } from './errors.ts';
import { dropEmptyTurns, thinkingLevel, thinkingSwitch } from './patches.ts';

const fixedSampling = /^kimi-k(2\.[5-9]|[3-9])/;

/** Moonshot (Kimi). Usage may stand inside the last choice; the dialect reads both places. */
export const moonshot = openaiCompatible({
  type: 25,
  name: 'moonshot',
  label: 'Moonshot',
  baseUrl: 'https://api.moonshot.cn',
  models: ['kimi-k3', 'kimi-k2.7-code', 'kimi-k2.7-code-highspeed', 'kimi-k2.6', 'kimi-k2.5'],
  notice: 'Keys of api.moonshot.cn and api.moonshot.ai are not interchangeable.',
  url: prefixedUrl(''),
  patch: [
    dropEmptyTurns,
    forModels(fixedSampling, drop('temperature', 'top_p', 'presence_penalty', 'frequency_penalty')),
    forModels(/^moonshot-v1/, clamp('temperature', 0, 1), drop('reasoning_effort')),
    forModels(/^(?!kimi-k[3-9])/, rename('max_completion_tokens', 'max_tokens')),
    forModels(/^kimi-k[3-9]/, rename('max_tokens', 'max_completion_tokens'), thinkingLevel),
    forModels(/^kimi-k2\.[56]/, thinkingSwitch),
    forModels(/^kimi-k2(\.7|-thinking)/, drop('reasoning_effort')),
    forModels(
      /^kimi-k2\.[67]/,
      rewrite('tool_choice', (choice) => (choice === 'required' ? 'auto' : choice)),
    ),
  ],
  dialect: moonshotChat,
  verdicts,
  readBalance,
  also: [{ operation: 'chat', dialect: withVerdicts(anthropicMessages, verdicts), path: '/anthropic/v1/messages' }],
});

/** Accounts abroad are in dollars; the answer does not say so. */
async function readBalance(...[host, { baseUrl = '' }]: Parameters<NonNullable<Provider['readBalance']>>) {
  const payload = await host('/v1/users/me/balance');
  const data = isObject(payload) && isObject(payload.data) ? payload.data : {};
  return { amount: readAmount(data.available_balance), currency: /moonshot\.ai/.test(baseUrl) ? 'USD' : 'CNY' };
}
