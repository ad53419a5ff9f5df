import { isObject } from '../../dialects/json.ts';
import { keepMembers } from '../keep-members.ts';
import { openaiCompatible } from '../openai-compatible.ts';
import { type Patch, rewrite } from '../patch.ts';

/** Of what the gateway itself is told, what chooses neither a model nor a company. */
const harmless: ReadonlySet<string> = new Set([
  'caching',
  'disallowPromptTraining',
  'tags',
  'user',
  'zeroDataRetention',
]);

/** Other models to fall back on, and companies with other prices, are named there. */
const limitChoice: Patch = (edit, target) => {
  rewrite('providerOptions', (options) => {
    if (!isObject(options) || !isObject(options.gateway)) return options;
    const gateway = keepMembers(options.gateway, harmless);
    if (gateway === options.gateway) return options;
    target.warn?.('providerOptions.gateway', 'models and companies cannot be chosen: the model has one price');
    return { ...options, gateway };
  })(edit, target);
};

export const vercel = openaiCompatible({
  type: 1003,
  name: 'vercel',
  label: 'Vercel AI Gateway',
  baseUrl: 'https://ai-gateway.vercel.sh',
  operations: ['chat', 'embeddings'],
  models: [],
  patch: [limitChoice],
});
