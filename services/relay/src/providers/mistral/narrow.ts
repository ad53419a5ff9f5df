import type { Json } from '../../dialects/canonical.ts';
import type { Warn } from '../../dialects/dialect.ts';
import { asText, isObject } from '../../dialects/json.ts';
import { writeMessages } from './write-messages.ts';

const known = new Set([
  'model',
  'messages',
  'temperature',
  'top_p',
  'max_tokens',
  'stream',
  'stop',
  'random_seed',
  'n',
  'presence_penalty',
  'frequency_penalty',
  'response_format',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'prediction',
  'prompt_mode',
  'reasoning_effort',
  'safe_prompt',
  'guardrails',
  'metadata',
  'prompt_cache_key',
]);
/** Left out without a word: they change nothing that a client could see. */
const silent = new Set(['stream_options', 'user', 'store', 'service_tier']);

const levelled = /^mistral-(small-(2603|latest)|medium-(3\.5|2604|latest)|large-4)/;

/** An OpenAI chat in the members that Mistral knows. */
export function narrow({ seed, max_completion_tokens, messages, ...body }: Json, warn: Warn): Json {
  const model = asText(body.model);
  const written: Json = {
    ...body,
    messages: writeMessages(Array.isArray(messages) ? messages.filter(isObject) : []),
    ...(seed !== undefined && { random_seed: seed }),
    ...(max_completion_tokens !== undefined && { max_tokens: max_completion_tokens }),
    ...writeEffort(model, body.reasoning_effort),
  };
  for (const key of Object.keys(written)) {
    if (known.has(key) && written[key] !== undefined) continue;
    if (!known.has(key) && !silent.has(key)) warn(key, 'Mistral does not know it');
    delete written[key];
  }
  return written;
}

/** Levels are none and high; older models have a mode instead, all others nothing. */
function writeEffort(model: string, effort: unknown): Json {
  if (effort === undefined) return {};
  if (levelled.test(model)) return { reasoning_effort: effort === 'none' ? 'none' : 'high' };
  const thinks = model.startsWith('magistral') && effort !== 'none';
  return { reasoning_effort: undefined, ...(thinks && { prompt_mode: 'reasoning' }) };
}
