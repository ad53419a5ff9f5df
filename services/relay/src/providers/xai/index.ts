import { openaiResponses } from '../../dialects/openai-responses/index.ts';
import { type VerdictRule, withVerdicts } from '../../dialects/verdicts.ts';
import { openaiCompatible } from '../openai-compatible.ts';
import { drop, forModels } from '../patch.ts';
import { effort } from './effort.ts';

const verdicts: readonly VerdictRule[] = [
  // A wrong key may be answered with 400.
  { begins: /^incorrect api key/i, verdict: 'credential' },
  { status: 403, says: /usage guidelines/i, verdict: 'client' },
  { status: 403, says: /blocked|credits|spending/i, verdict: 'credential' },
  { status: 403, verdict: 'retry' },
  { status: 429, says: /spending.?limit/i, verdict: 'credential' },
];

/** xAI. Its usage leaves reasoning out of the completion; the dialect sees that from the total. */
export const xai = openaiCompatible({
  type: 48,
  name: 'xai',
  conventionalName: 'x_ai',
  label: 'xAI',
  baseUrl: 'https://api.x.ai',
  keyHint: 'xai-...',
  operations: ['chat', 'images/generations'],
  models: ['grok-4.7', 'grok-4.6', 'grok-4.5', 'grok-4.3', 'grok-imagine-image'],
  patch: [forModels(/^grok-[4-9]/, drop('presence_penalty', 'frequency_penalty', 'stop')), effort],
  verdicts,
  also: [{ operation: 'chat', dialect: withVerdicts(openaiResponses, verdicts), path: '/v1/responses' }],
});
