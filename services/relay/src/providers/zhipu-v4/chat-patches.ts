import { parseJson } from '../../dialects/parse-json.ts';
import { clamp, drop, type Patch, rename, rewrite } from '../patch.ts';
import { reasoningSwitch } from '../reasoning-switch.ts';
import { tidyMessages } from './messages.ts';
import { schemaInPrompt } from './response-format.ts';

const leastUserLength = 6;
const mostUserLength = 128;

/** Only `auto` is known. Without tools the model calls none. */
const autoChoice: Patch = (edit) => {
  const choice = parseJson(edit.text('tool_choice') ?? 'null');
  if (choice === 'none') edit.remove('tools');
  if (choice !== 'auto') edit.remove('tool_choice');
};

/** Who asks, under Zhipu's name for it; a name of another length is refused. */
export const userId: Patch = (edit) => {
  const user = parseJson(edit.text('user') ?? 'null');
  edit.remove('user');
  if (typeof user !== 'string' || user.length < leastUserLength || user.length > mostUserLength) return;
  if (!edit.has('user_id')) edit.put('user_id', JSON.stringify(user));
};

/** What Zhipu refuses of a chat. Its limits are open intervals, and long fractions are refused too. */
export const chatPatches: readonly Patch[] = [
  rename('max_completion_tokens', 'max_tokens'),
  clamp('temperature', 0.01, 0.99, 2),
  clamp('top_p', 0.01, 0.99, 2),
  rewrite('stop', (stop) => (typeof stop === 'string' ? [stop] : Array.isArray(stop) ? stop.slice(0, 1) : undefined)),
  reasoningSwitch((on) => ({ thinking: { type: on ? 'enabled' : 'disabled' } })),
  autoChoice,
  userId,
  schemaInPrompt,
  tidyMessages,
  drop('n', 'logprobs', 'top_logprobs', 'frequency_penalty', 'presence_penalty', 'seed', 'logit_bias'),
  // Usage comes with the last choice without being asked for.
  drop('stream_options', 'parallel_tool_calls', 'store', 'metadata', 'modalities', 'service_tier', 'prompt_cache_key'),
];
