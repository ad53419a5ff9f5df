import { forModels, type Patch, rename, rewrite } from '../patch.ts';

const reasoning = /^(o\d|gpt-[56])/;
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

/** Models that reason refuse the old name of the limit, and settings of sampling unless they are told not to reason. */
export const reasoningModels: readonly Patch[] = [
  forModels(
    reasoning,
    rename('max_tokens', 'max_completion_tokens'),
    // The highest level is known to Responses alone.
    rewrite('reasoning_effort', (effort) => (effort === 'max' ? 'xhigh' : effort)),
    (edit) => {
      if (edit.text('reasoning_effort') === '"none"') return;
      for (const key of sampling) edit.remove(key);
    },
  ),
];

/** Models that refuse tools on chat completions while they reason: their chats with tools take Responses. */
export const toolsTakeResponses = /^gpt-(5\.[4-9]|[6-9])/;
