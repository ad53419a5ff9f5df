import { capabilitiesOf } from '../../dialects/openai-chat/capabilities.ts';
import { type Patch, rename, rewrite } from '../patch.ts';

/** Refused while the model reasons. */
const sampling = [
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'logprobs',
  'top_logprobs',
  'logit_bias',
];
/** What the model does anyway: no loss. */
const usual: Readonly<Record<string, string>> = {
  temperature: '1',
  top_p: '1',
  presence_penalty: '0',
  frequency_penalty: '0',
  logprobs: 'false',
};
const newLimit = rename('max_tokens', 'max_completion_tokens');
/** The highest level is known to Responses alone. */
const knownLevel = rewrite('reasoning_effort', (effort) => (effort === 'max' ? 'xhigh' : effort));

/** Models that reason refuse the old name of the limit, and settings of sampling unless they are told not to reason. */
export const reasoningModels: Patch = (edit, target) => {
  const { completionLimit, fixedSampling } = capabilitiesOf(target.model);
  if (completionLimit) newLimit(edit, target);
  if (!fixedSampling) return;
  knownLevel(edit, target);
  if (edit.text('reasoning_effort') === '"none"') return;
  for (const key of sampling) {
    const text = edit.text(key);
    if (text === undefined) continue;
    edit.remove(key);
    if (text !== usual[key]) target.warn?.(key, 'not while this model reasons');
  }
};

/** Models that refuse tools on chat completions while they reason: their chats with tools take Responses. */
export const toolsTakeResponses = /^gpt-(5\.[4-9]|[6-9])/;
