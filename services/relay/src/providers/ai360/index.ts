import type { VerdictRule } from '../../dialects/verdicts.ts';
import { chatVariant } from '../chat-variant.ts';
import { openaiCompatible } from '../openai-compatible.ts';
import { clamp, drop, forModels, rename } from '../patch.ts';
import { plainContent } from '../patch-messages.ts';
import { revise, revisedEvents } from './revise.ts';

const verdicts: readonly VerdictRule[] = [
  { says: /\bqps\b|rate limit|too many/i, verdict: 'retry' },
  { says: /api[ _-]?key/i, verdict: 'credential' },
  { says: /unsafe|sensitive|moderation|敏感|违规/i, verdict: 'client' },
];

/** 360's own models read text alone, in one piece. Others are resold here too. */
const own = /^360/i;

/** 360's Zhinao. Its answers do not pass as they come: choices that go on have the reason ''. */
export const ai360 = openaiCompatible({
  type: 19,
  name: 'ai360',
  label: '360 Zhinao',
  baseUrl: 'https://api.360.cn',
  operations: ['chat', 'embeddings'],
  models: [
    '360zhinao2-o1',
    '360gpt2-o1',
    '360gpt2-pro',
    '360gpt-pro',
    '360gpt-turbo',
    '360gpt-turbo-responsibility-8k',
    'embedding-bert-512-v1',
    'embedding_s1_v1',
  ],
  keyHint: 'fk... from ai.360.com',
  verdicts,
  dialect: chatVariant({
    name: 'ai360',
    verdicts,
    unused: ['choices', 'metadata', 'serviceTier', 'modalities'],
    revision: { when: revisedEvents, revise },
  }),
  patch: [
    rename('max_completion_tokens', 'max_tokens'),
    clamp('temperature', 0, 1),
    clamp('top_p', 0, 1),
    forModels(own, plainContent),
    drop('n', 'logit_bias', 'store', 'metadata', 'modalities', 'service_tier', 'prompt_cache_key', 'verbosity'),
  ],
});
