import { drop, type Patch, rename, rewrite } from '../patch.ts';
import { developerToSystem } from '../patch-messages.ts';
import { reasoningSwitch } from '../reasoning-switch.ts';

/** Models were shown in capitals once; the second version knows them in lower case alone. */
export const lowerCase = rewrite('model', (model) => (typeof model === 'string' ? model.toLowerCase() : model));

export const chatPatches: readonly Patch[] = [
  lowerCase,
  rename('max_completion_tokens', 'max_tokens'),
  reasoningSwitch((on) => ({ enable_thinking: on })),
  developerToSystem,
  drop('n', 'logit_bias', 'store', 'modalities', 'service_tier', 'prompt_cache_key', 'verbosity'),
];

export const picturePatches: readonly Patch[] = [lowerCase, drop('background', 'output_format', 'moderation', 'style')];
