import { anthropicMessages } from '../../dialects/anthropic-messages/index.ts';
import { type VerdictRule, withVerdicts } from '../../dialects/verdicts.ts';
import { openaiCompatible } from '../openai-compatible.ts';
import { drop, type Patch } from '../patch.ts';

/** The account is suspended or has met its limit. */
const verdicts: readonly VerdictRule[] = [{ status: 412, verdict: 'credential' }];

/** Only one of the two may be sent. */
const oneSwitch: Patch = (edit) => {
  if (edit.has('thinking')) edit.remove('reasoning_effort');
};

/** Fireworks refuses members that it does not know. */
export const fireworks = openaiCompatible({
  type: 103,
  name: 'fireworks',
  label: 'Fireworks',
  baseUrl: 'https://api.fireworks.ai/inference',
  keyHint: 'fw_...',
  operations: ['chat', 'completions', 'embeddings', 'rerank'],
  models: [
    'accounts/fireworks/models/deepseek-v4-pro',
    'accounts/fireworks/models/glm-5p2',
    'accounts/fireworks/models/kimi-k2p7-code',
    'accounts/fireworks/models/minimax-m3',
    'accounts/fireworks/models/gpt-oss-120b',
  ],
  patch: [oneSwitch, drop('store', 'service_tier', 'verbosity', 'modalities', 'safety_identifier')],
  verdicts,
  also: [{ operation: 'chat', dialect: withVerdicts(anthropicMessages, verdicts), path: '/v1/messages' }],
});
