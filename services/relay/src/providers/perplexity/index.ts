import { isObject } from '../../dialects/json.ts';
import { openaiResponses } from '../../dialects/openai-responses/index.ts';
import { bearer } from '../bearer.ts';
import { drop, rewrite } from '../patch.ts';
import type { Provider } from '../provider.ts';
import { presets } from './presets.ts';

/** Nothing is kept there, and no proof is given with which a thought could be sent back. */
const withoutThoughts = (input: unknown) => {
  const isThought = (item: unknown) => isObject(item) && item.type === 'reasoning';
  return Array.isArray(input) && input.some(isThought) ? input.filter((item) => !isThought(item)) : input;
};

/** Perplexity's agents, which are asked as Responses are. Its chat completions have ended. */
export const perplexity: Provider = {
  type: 27,
  name: 'perplexity',
  label: 'Perplexity',
  baseUrl: 'https://api.perplexity.ai',
  models: ['sonar', 'sonar-pro', 'sonar-reasoning-pro', 'sonar-deep-research', 'perplexity/sonar'],
  keyHint: 'pplx-...',
  otherHint: '',
  notice: 'Searches are charged beside the tokens: set a price per call.',
  sign: bearer,
  endpoints: [
    {
      operation: 'chat',
      dialect: openaiResponses,
      path: '/v1/responses',
      patch: [presets, drop('store', 'include'), rewrite('input', withoutThoughts)],
    },
  ],
};
