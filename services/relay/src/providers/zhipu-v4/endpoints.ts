import { anthropicMessages } from '../../dialects/anthropic-messages/index.ts';
import { openaiFormatOf } from '../../dialects/openai-operations/index.ts';
import { withVerdicts } from '../../dialects/verdicts.ts';
import { chatVariant } from '../chat-variant.ts';
import { drop } from '../patch.ts';
import { prefixedUrl } from '../prefixed-url.ts';
import type { Endpoint } from '../provider.ts';
import { chatPatches } from './chat-patches.ts';
import { zhipuEmbeddings } from './embeddings.ts';
import { verdicts } from './errors.ts';
import { zhipuImages } from './images.ts';
import { revise, revisedEvents } from './revise.ts';

export const zhipuChat = chatVariant({
  name: 'zhipu',
  verdicts,
  unused: ['choices', 'seed', 'frequencyPenalty', 'presencePenalty', 'metadata', 'serviceTier', 'modalities'],
  choosesTools: true,
  revision: { when: revisedEvents, revise },
});

/** The fourth version's paths, which stand under another prefix for coding plans. */
export const zhipuUrl = prefixedUrl('/api/paas/v4');

/** Models that are also spoken to in Anthropic's format. */
const inBothFormats = /^glm-(4\.[5-9]|[5-9])/;

export const zhipuEndpoints: readonly Endpoint[] = [
  { operation: 'chat', dialect: zhipuChat, path: '/v1/chat/completions', patch: chatPatches },
  {
    operation: 'chat',
    dialect: withVerdicts(anthropicMessages, verdicts),
    path: '/api/anthropic/v1/messages',
    headers: ['anthropic-version', '2023-06-01'],
    serves: (model) => inBothFormats.test(model),
  },
  { operation: 'embeddings', dialect: zhipuEmbeddings, path: '/v1/embeddings' },
  { operation: 'images/generations', dialect: zhipuImages, path: '/v1/images/generations' },
  { operation: 'rerank', dialect: withVerdicts(openaiFormatOf('rerank'), verdicts), path: '/v1/rerank' },
  {
    operation: 'audio/speech',
    dialect: withVerdicts(openaiFormatOf('audio/speech'), verdicts),
    path: '/v1/audio/speech',
    patch: [drop('stream_format', 'instructions')],
  },
  {
    operation: 'audio/transcriptions',
    dialect: withVerdicts(openaiFormatOf('audio/transcriptions'), verdicts),
    path: '/v1/audio/transcriptions',
  },
];
