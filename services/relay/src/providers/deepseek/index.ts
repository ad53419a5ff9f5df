import { anthropicMessages } from '../../dialects/anthropic-messages/index.ts';
import { openaiResponses } from '../../dialects/openai-responses/index.ts';
import { withVerdicts } from '../../dialects/verdicts.ts';
import { openaiCompatible } from '../openai-compatible.ts';
import { drop, rename } from '../patch.ts';
import { prefixedUrl } from '../prefixed-url.ts';
import { amend } from './amend.ts';
import { deepseekChat, deepseekCompletions } from './dialect.ts';
import { verdicts } from './errors.ts';
import { isolateUser, jsonObjects, replayReasoning, unloggedThinking, withoutThinking } from './patches.ts';
import { readBalance } from './read-balance.ts';

export const deepseek = openaiCompatible({
  type: 43,
  name: 'deepseek',
  label: 'DeepSeek',
  baseUrl: 'https://api.deepseek.com',
  models: ['deepseek-flash', 'deepseek-v4-flash', 'deepseek-v4-pro'],
  url: prefixedUrl(''),
  patch: [
    rename('max_completion_tokens', 'max_tokens'),
    isolateUser,
    drop('n', 'logit_bias', 'seed', 'store', 'metadata', 'modalities', 'parallel_tool_calls', 'service_tier'),
    withoutThinking,
    unloggedThinking,
    jsonObjects,
    replayReasoning,
  ],
  amend,
  dialect: deepseekChat,
  verdicts,
  readBalance,
  also: [
    { operation: 'chat', dialect: withVerdicts(anthropicMessages, verdicts), path: '/anthropic/v1/messages' },
    { operation: 'chat', dialect: withVerdicts(openaiResponses, verdicts), path: '/v1/responses' },
    { operation: 'completions', dialect: deepseekCompletions, path: '/beta/completions' },
  ],
});
