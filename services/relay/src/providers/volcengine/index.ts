import { openaiResponses } from '../../dialects/openai-responses/index.ts';
import { type VerdictRule, withVerdicts } from '../../dialects/verdicts.ts';
import { listModelsUnder } from '../list-models-under.ts';
import { openaiCompatible } from '../openai-compatible.ts';
import { prefixedUrl } from '../prefixed-url.ts';
import { reasoningSwitch } from '../reasoning-switch.ts';

const verdicts: readonly VerdictRule[] = [
  { status: 403, says: /AccountOverdue/, verdict: 'credential' },
  { status: [403, 429], verdict: 'retry' },
];

/** Volcengine Ark (Doubao). Plans with keys of their own have bases that end in a version. */
export const volcengine = openaiCompatible({
  type: 45,
  name: 'volcengine',
  label: 'Volcengine Ark',
  baseUrl: 'https://ark.cn-beijing.volces.com',
  keyHint: 'Key of Ark',
  notice: 'Models are dated ids, or endpoints of the account (ep-...): map names to them.',
  operations: ['chat', 'embeddings', 'images/generations'],
  url: prefixedUrl('/api/v3'),
  listModels: listModelsUnder('/api/v3/models'),
  models: [
    'doubao-seed-2-1-pro-260628',
    'doubao-seed-2-1-turbo-260628',
    'doubao-seedream-5-0-260128',
    'doubao-embedding-vision-250615',
  ],
  patch: [reasoningSwitch((on) => ({ thinking: { type: on ? 'enabled' : 'disabled' } }))],
  verdicts,
  also: [{ operation: 'chat', dialect: withVerdicts(openaiResponses, verdicts), path: '/v1/responses' }],
});
