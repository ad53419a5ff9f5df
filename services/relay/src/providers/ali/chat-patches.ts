import { clamp, drop, type Patch, rename } from '../patch.ts';
import { developerToSystem } from '../patch-messages.ts';
import { reasoningSwitch } from '../reasoning-switch.ts';

/** Models that only stream. */
const streamOnly = /^(qwq|qvq)|-omni|^qwen3-.*(\d+b|thinking)/;
/** Open-weight models that think unless told not to, and then only stream. */
const thinksByDefault = /^qwen3-(?!.*(thinking|instruct|coder)).*\d+b/;

/** Asks models that only stream for a stream. The exchange gathers it for a client that wants the whole. */
const alwaysStream: Patch = (edit, { model, stream }) => {
  if (stream) return;
  if (thinksByDefault.test(model) && !edit.has('enable_thinking')) edit.put('enable_thinking', 'false');
  if (!streamOnly.test(model)) return;
  edit.put('stream', 'true');
  edit.put('stream_options', '{"include_usage":true}');
};

export const chatPatches: readonly Patch[] = [
  rename('max_completion_tokens', 'max_tokens'),
  clamp('top_p', 0.001, 0.999),
  clamp('temperature', 0, 1.99),
  reasoningSwitch((on) => ({ enable_thinking: on })),
  alwaysStream,
  developerToSystem,
  drop('logit_bias', 'store', 'metadata', 'service_tier', 'prompt_cache_key', 'verbosity'),
];
