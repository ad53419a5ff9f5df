import { anthropicMessages } from '../../dialects/anthropic-messages/index.ts';
import { openaiFormatOf } from '../../dialects/openai-operations/index.ts';
import { openaiResponses } from '../../dialects/openai-responses/index.ts';
import { withVerdicts } from '../../dialects/verdicts.ts';
import { amendClaude } from '../anthropic/amend.ts';
import { chatVariant } from '../chat-variant.ts';
import { bareMessages } from '../openai/bare-messages.ts';
import { reasoningModels, toolsTakeResponses } from '../openai/reasoning-models.ts';
import type { Endpoint, Provider } from '../provider.ts';
import { joinUrl, pathOf } from '../url.ts';
import { amend } from './amend.ts';
import { authorize, sign } from './credentials.ts';
import { verdicts } from './errors.ts';
import { listModels } from './list-models.ts';
import { dropStreamOptions } from './patches.ts';
import { pathFor, realtimePath, responsesPath } from './paths.ts';

const operations = [
  'completions',
  'embeddings',
  'images/generations',
  'images/edits',
  'audio/speech',
  'audio/transcriptions',
  'audio/translations',
] as const;

/** Models of Anthropic are deployed too, and speak their own format alone. */
const isClaude = (model: string) => model.startsWith('claude');

/** Azure OpenAI and Microsoft Foundry: OpenAI's bodies, addresses by deployment. */
export const azure: Provider = {
  type: 3,
  name: 'azure',
  conventionalName: 'azure.ai.openai',
  label: 'Azure OpenAI',
  baseUrl: '',
  models: [
    'gpt-6-sol',
    'gpt-6-luna',
    'gpt-5.6-sol',
    'gpt-5.6-terra',
    'gpt-5.6-luna',
    'gpt-5.5',
    'gpt-5.4',
    'gpt-5.4-mini',
    'gpt-image-2',
    'text-embedding-3-small',
    'text-embedding-3-large',
    'claude-opus-5-5',
    'claude-sonnet-5-5',
    'claude-haiku-5-5',
  ],
  keyHint: 'Key of the resource, or entra|{tenant}|{client id}|{client secret}',
  otherHint: 'v1 (or empty) for the new addresses, a date such as 2024-10-21 for those by deployment',
  notice: 'Models are deployments: map names to them where they differ. The list shows base models, not deployments.',
  sign,
  authorize,
  url: (base, endpoint, target) => joinUrl(base.replace(/\/(openai|anthropic)(\/.*)?$/, ''), pathOf(endpoint, target)),
  endpoints: [
    {
      operation: 'chat',
      dialect: chatVariant({ verdicts }),
      path: pathFor('chat/completions'),
      patch: [dropStreamOptions, reasoningModels, bareMessages],
      amend,
      serves: (model) => !isClaude(model),
    },
    {
      operation: 'chat',
      dialect: withVerdicts(anthropicMessages, verdicts),
      path: '/anthropic/v1/messages',
      headers: ['anthropic-version', '2023-06-01'],
      amend: amendClaude,
      serves: isClaude,
    },
    {
      operation: 'chat',
      dialect: withVerdicts(openaiResponses, verdicts),
      path: responsesPath,
      serves: (model) => !isClaude(model),
      instead: ({ model, hasTools }) => hasTools && toolsTakeResponses.test(model),
    },
    ...operations.map(
      (operation): Endpoint => ({
        operation,
        dialect: withVerdicts(openaiFormatOf(operation), verdicts),
        path: pathFor(operation),
      }),
    ),
    { operation: 'realtime', dialect: withVerdicts(openaiFormatOf('realtime'), verdicts), path: realtimePath },
  ],
  listModels,
};
