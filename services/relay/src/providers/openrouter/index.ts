import { anthropicMessages } from '../../dialects/anthropic-messages/index.ts';
import type { Json } from '../../dialects/canonical.ts';
import { isObject } from '../../dialects/json.ts';
import { openaiResponses } from '../../dialects/openai-responses/index.ts';
import { type VerdictRule, withVerdicts } from '../../dialects/verdicts.ts';
import { chatVariant } from '../chat-variant.ts';
import { openaiCompatible } from '../openai-compatible.ts';
import type { Provider } from '../provider.ts';
import { limitChoice } from './limit-choice.ts';
import { readBalance } from './read-balance.ts';

const verdicts: readonly VerdictRule[] = [
  // Money that is only held for requests under way.
  { says: /openrouter_in_flight_budget|weight_exceeds_budget/, verdict: 'retry' },
  { status: 403, says: /moderation|guardrail|flagged/i, verdict: 'client' },
  { status: 403, verdict: 'retry' },
];

const host = openaiCompatible({
  type: 20,
  name: 'openrouter',
  label: 'OpenRouter',
  baseUrl: 'https://openrouter.ai/api',
  keyHint: 'sk-or-...',
  operations: ['chat', 'embeddings'],
  models: ['openrouter/auto'],
  dialect: chatVariant({ verdicts, revision: { when: /"limit_source"/, revise: nameLimit } }),
  verdicts,
  readBalance,
  also: [
    { operation: 'chat', dialect: withVerdicts(anthropicMessages, verdicts), path: '/v1/messages' },
    { operation: 'chat', dialect: withVerdicts(openaiResponses, verdicts), path: '/v1/responses' },
  ],
});

/** OpenRouter: many vendors' models behind one key. */
export const openrouter: Provider = {
  ...host,
  endpoints: host.endpoints.map((endpoint) => ({ ...endpoint, patch: [...(endpoint.patch ?? []), limitChoice] })),
};

/** Which limit was met stands beside the error. */
function nameLimit(payload: Json): Json {
  const { error } = payload;
  if (!isObject(error) || !isObject(error.metadata)) return payload;
  return { ...payload, error: { ...error, type: error.metadata.limit_source ?? error.type } };
}
