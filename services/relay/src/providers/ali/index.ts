import { anthropicMessages } from '../../dialects/anthropic-messages/index.ts';
import { floatEmbeddings } from '../../dialects/openai-operations/float-embeddings.ts';
import { openaiFormatOf } from '../../dialects/openai-operations/index.ts';
import { withVerdicts } from '../../dialects/verdicts.ts';
import { bearer } from '../bearer.ts';
import { chatVariant } from '../chat-variant.ts';
import { listModelsUnder } from '../list-models-under.ts';
import { override } from '../patch.ts';
import { prefixedUrl } from '../prefixed-url.ts';
import type { Credentials, Provider, UpstreamCall } from '../provider.ts';
import { withHeader } from '../with-header.ts';
import { amend } from './amend.ts';
import { chatPatches } from './chat-patches.ts';
import { verdicts } from './errors.ts';
import { aliPictures, aliPictureTasks } from './images.ts';
import { aliText } from './native-text.ts';
import { aliRerank } from './rerank.ts';
import { sendTask } from './send-task.ts';

const services = '/api/v1/services';
const textGeneration = `${services}/aigc/text-generation/generation`;
const drawsAsTask = /^(wanx|wan2\.[0-5]|flux|stable-diffusion)/;
const address = prefixedUrl('/compatible-mode/v1');

/** Alibaba's DashScope. Chats take the compatible mode, but for channels with a plugin, which only the native call knows. */
export const ali: Provider = {
  type: 17,
  name: 'ali',
  label: 'Ali Tongyi Qianwen',
  baseUrl: 'https://dashscope.aliyuncs.com',
  models: [
    'qwen3.7-max',
    'qwen3.7-plus',
    'qwen3.6-plus',
    'qwen3.6-flash',
    'qwen3.5-plus',
    'qwen3.5-flash',
    'qwen-plus',
    'qwen-flash',
    'qwen-long',
    'qwen-mt-plus',
    'qwen3.5-omni-plus',
    'text-embedding-v4',
    'text-embedding-v3',
    'qwen3-rerank',
    'qwen-image-2.0-pro',
    'wan2.7-image',
    'z-image-turbo',
    'deepseek-v4-pro',
    'deepseek-v4-flash',
    'kimi-k2.6',
    'glm-5.1',
  ],
  keyHint: 'sk-..., of the same region as the address',
  otherHint: 'Plugins as JSON for the header X-DashScope-Plugin; empty as a rule',
  sign: bearer,
  authorize,
  url(base, endpoint, target) {
    const native = endpoint.dialect === aliText;
    const wanted = target.credentials.other !== '';
    return endpoint.operation === 'chat' && native !== wanted ? undefined : address(base, endpoint, target);
  },
  endpoints: [
    { operation: 'chat', dialect: chatVariant({ verdicts }), path: '/v1/chat/completions', patch: chatPatches, amend },
    {
      operation: 'chat',
      dialect: withVerdicts(anthropicMessages, verdicts),
      path: '/apps/anthropic/v1/messages',
      headers: ['anthropic-version', '2023-06-01'],
      serves: (model) => model.startsWith('qwen'),
    },
    { operation: 'chat', dialect: aliText, path: textGeneration },
    {
      operation: 'completions',
      dialect: withVerdicts(openaiFormatOf('completions'), verdicts),
      path: '/v1/completions',
    },
    {
      operation: 'embeddings',
      dialect: withVerdicts(floatEmbeddings, verdicts),
      path: '/v1/embeddings',
      patch: [override({ encoding_format: 'float' })],
    },
    { operation: 'rerank', dialect: aliRerank, path: `${services}/rerank/text-rerank/text-rerank` },
    {
      operation: 'images/generations',
      dialect: aliPictures,
      path: `${services}/aigc/multimodal-generation/generation`,
      serves: (model) => !drawsAsTask.test(model),
    },
    {
      operation: 'images/generations',
      dialect: aliPictureTasks,
      path: `${services}/aigc/text2image/image-synthesis`,
      headers: ['x-dashscope-async', 'enable'],
      serves: (model) => drawsAsTask.test(model),
      send: sendTask,
    },
  ],
  listModels: listModelsUnder('/compatible-mode/v1/models'),
};

function authorize(call: UpstreamCall, { other }: Credentials): UpstreamCall {
  if (!call.url.pathname.endsWith(textGeneration)) return call;
  const named = withHeader(call, 'x-dashscope-plugin', other);
  // Quotes within a text are escaped: this is the member that the dialect writes.
  if (!call.body.includes('"incremental_output":true')) return named;
  return withHeader(withHeader(named, 'x-dashscope-sse', 'enable'), 'accept', 'text/event-stream');
}
