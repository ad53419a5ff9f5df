import { anthropicMessages } from '../../dialects/anthropic-messages/index.ts';
import { withVerdicts } from '../../dialects/verdicts.ts';
import { bearer } from '../bearer.ts';
import { chatVariant } from '../chat-variant.ts';
import { listOpenaiModels } from '../list-openai-models.ts';
import { prefixedUrl } from '../prefixed-url.ts';
import type { Provider } from '../provider.ts';
import { chatPatches, legacy } from './chat-patches.ts';
import { minimaxEmbeddings } from './embeddings.ts';
import { verdicts } from './errors.ts';
import { minimaxImages } from './images.ts';
import { readKey } from './key.ts';
import { revise, revisedEvents } from './revise.ts';
import { sendSpeech } from './send-speech.ts';
import { minimaxSpeech } from './speech.ts';

const speech = '/v1/t2a_v2';
const address = prefixedUrl('/v1');

/** MiniMax. Accounts in China and elsewhere are apart: a key serves one of the two hosts. */
export const minimax: Provider = {
  type: 35,
  name: 'minimax',
  label: 'MiniMax',
  baseUrl: 'https://api.minimaxi.com',
  models: [
    'MiniMax-M3',
    'MiniMax-M2.7',
    'MiniMax-M2.7-highspeed',
    'MiniMax-M2.5',
    'MiniMax-M2.5-highspeed',
    'MiniMax-M2.1',
    'MiniMax-M2.1-highspeed',
    'MiniMax-M2',
    'speech-2.6-hd',
    'speech-2.6-turbo',
    'speech-02-hd',
    'speech-02-turbo',
    'embo-01',
    'image-01',
  ],
  keyHint: 'API key, of the same platform as the address; with |group id behind it for old keys',
  otherHint: 'Group id, for speech with an old key; empty as a rule',
  sign: (credentials) => bearer(readKey(credentials)),
  url(base, endpoint, target) {
    const url = address(base, endpoint, target);
    const { group } = readKey(target.credentials);
    if (url && endpoint.path === speech && group !== '') url.searchParams.set('GroupId', group);
    return url;
  },
  endpoints: [
    {
      operation: 'chat',
      dialect: chatVariant({
        name: 'minimax',
        verdicts,
        unused: ['choices', 'seed', 'frequencyPenalty', 'presencePenalty', 'metadata', 'serviceTier', 'modalities'],
        revision: { when: revisedEvents, revise },
      }),
      path: ({ model }) => (legacy.test(model) ? '/v1/text/chatcompletion_v2' : '/v1/chat/completions'),
      patch: chatPatches,
    },
    {
      operation: 'chat',
      dialect: withVerdicts(anthropicMessages, verdicts),
      path: '/anthropic/v1/messages',
      headers: ['anthropic-version', '2023-06-01'],
      serves: (model) => model.startsWith('MiniMax-M'),
    },
    { operation: 'audio/speech', dialect: minimaxSpeech, path: speech, send: sendSpeech },
    { operation: 'embeddings', dialect: minimaxEmbeddings, path: '/v1/embeddings' },
    { operation: 'images/generations', dialect: minimaxImages, path: '/v1/image_generation' },
  ],
  listModels: listOpenaiModels(),
};
