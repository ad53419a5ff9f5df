import { generateKeyPairSync } from 'node:crypto';
import {
  anthropicMessages,
  anyProof,
  bearer,
  demand,
  gemini,
  type Host,
  headerKey,
  openaiChat,
  openaiResponses,
  openaiRules,
  queryKey,
} from '@switchyard/testing/hosts';
import { ai360 } from '@switchyard/testing/hosts/ai360';
import { aiproxyHost } from '@switchyard/testing/hosts/aiproxy';
import { ali } from '@switchyard/testing/hosts/ali';
import { azureHost } from '@switchyard/testing/hosts/azure';
import { baidu } from '@switchyard/testing/hosts/baidu';
import { bedrockConverse } from '@switchyard/testing/hosts/bedrock-converse/bedrock-converse';
import { bedrockInvoke } from '@switchyard/testing/hosts/bedrock-invoke/bedrock-invoke';
import { cloudflareHost } from '@switchyard/testing/hosts/cloudflare';
import { cohereHost } from '@switchyard/testing/hosts/cohere';
import { deepseekHost } from '@switchyard/testing/hosts/deepseek';
import { difyHost } from '@switchyard/testing/hosts/dify';
import { fastgptHost } from '@switchyard/testing/hosts/fastgpt';
import { groqHost } from '@switchyard/testing/hosts/groq';
import { minimax } from '@switchyard/testing/hosts/minimax';
import { mistralHost } from '@switchyard/testing/hosts/mistral';
import { moonshotHost } from '@switchyard/testing/hosts/moonshot';
import { ollamaHost } from '@switchyard/testing/hosts/ollama';
import { palm } from '@switchyard/testing/hosts/palm';
import { sigV4 } from '@switchyard/testing/hosts/proof/sig-v4';
import { hunyuan, tokenHub } from '@switchyard/testing/hosts/tencent';
import { vertex } from '@switchyard/testing/hosts/vertex';
import { startSpark, xunfei } from '@switchyard/testing/hosts/xunfei';
import { zhipu } from '@switchyard/testing/hosts/zhipu';
import { key, type SpecialSetup } from './setup.ts';

const account = '0123456789abcdef0123456789abcdef';
const awsKeys = {
  accessKeyId: 'AKIDMATRIX',
  secretAccessKey: 'secret/of+matrix',
  region: 'us-east-1',
  service: 'bedrock',
};
const awsKey = `${awsKeys.accessKeyId}|${awsKeys.secretAccessKey}|${awsKeys.region}`;
const qianfanKey = 'bce-v3/ALTAK-matrix/secret';
const zhipuKey = '5f1d0c9e8b7a.zhipuSecret';
const textOnly = 'takes and writes text only';
const noFormats = 'knows no output formats';
const application = 'is an application that its owner has set up';
const inChats = 'thinks, but chat completions do not show it';
const noReasoning = 'its models do not think';
const noThinkers = 'passed on, but its own models do not think';
const claude = { text: 'claude-haiku-5-5', reasoning: 'claude-opus-4-6' };
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const googleCloud = vertex({ email: '', project: '', keyId: '', publicKey, apiKey: key });
const imitating = { proof: bearer(key), ignoresUnknown: true, reasoningField: 'reasoning_content' } as const;
const bySwitch = ({ thinking }: Record<string, unknown>) =>
  (thinking as { type?: string } | undefined)?.type === 'enabled' ? {} : undefined;
const chats = (options: Parameters<typeof openaiChat>[0] = {}): Host => openaiChat({ ...imitating, ...options });
const messages = (prefix = ''): Host =>
  anthropicMessages({ prefix, proof: anyProof(headerKey('x-api-key', key), bearer(key)) });
const responses = (path = '/v1/responses'): Host => openaiResponses({ path, proof: bearer(key) });

/** What is special about some providers, by their name. */
export const specialSetups: Readonly<Record<string, SpecialSetup | readonly SpecialSetup[]>> = {
  openai: {
    hosts: [openaiChat({ proof: bearer(key), rules: openaiRules }), responses()],
    models: { text: 'gpt-5.5' },
    hidesReasoning: inChats,
  },
  azure: [
    {
      hosts: [azureHost({ key }), openaiResponses({ path: '/openai/v1/responses', proof: headerKey('api-key', key) })],
      models: { text: 'gpt-5.5' },
      hidesReasoning: inChats,
    },
    {
      variant: 'by deployment',
      hosts: [azureHost({ key }), openaiResponses({ path: '/openai/responses', proof: headerKey('api-key', key) })],
      other: '2024-10-21',
      models: { text: 'gpt-4o', reasoning: 'o4-mini' },
      hidesReasoning: inChats,
    },
    {
      variant: 'Claude',
      hosts: [
        anthropicMessages({
          prefix: '/anthropic',
          proof: anyProof(headerKey('x-api-key', key), headerKey('api-key', key)),
        }),
      ],
      models: claude,
    },
  ],
  anthropic: { hosts: [anthropicMessages({ proof: headerKey('x-api-key', key) })], models: claude },
  gemini: {
    hosts: [gemini({ proof: anyProof(queryKey('key', key), headerKey('x-goog-api-key', key)) })],
    models: { text: 'gemini-3.8-flash' },
  },
  vertex: { hosts: [googleCloud], models: { text: 'gemini-3.8-flash' } },
  bedrock: [
    {
      hosts: [bedrockInvoke({ proof: sigV4(awsKeys) })],
      key: awsKey,
      models: { text: 'claude-haiku-4-5-20251001', reasoning: 'claude-opus-4-6' },
    },
    {
      variant: 'Converse',
      hosts: [bedrockConverse({ proof: sigV4(awsKeys) })],
      key: awsKey,
      models: { text: 'amazon.nova-pro-v1:0' },
      cannot: { reasoning: 'each maker has settings of its own' },
    },
  ],
  deepseek: { hosts: [deepseekHost({ key }), messages('/anthropic'), responses()] },
  moonshot: { hosts: [moonshotHost({ key }), messages('/anthropic')] },
  siliconcloud: {
    hosts: [chats(), messages()],
    models: { text: 'deepseek-ai/DeepSeek-V4-Flash', image: 'Qwen/Qwen3-VL-32B-Instruct' },
  },
  lingyi: {
    hosts: [
      openaiChat({ proof: bearer(key), usageIn: 'last-chunk', ignoresUnknown: true, refuses: ['stream_options'] }),
    ],
    models: { text: 'yi-lightning', tools: 'yi-large-fc', image: 'yi-vision-v2' },
    hidesReasoning: noThinkers,
  },
  'zhipu-v4': {
    hosts: [zhipu(zhipuKey), anthropicMessages({ prefix: '/api/anthropic', proof: bearer(zhipuKey) })],
    key: zhipuKey,
    models: { text: 'glm-5.3', image: 'glm-5v-turbo' },
  },
  zhipu: {
    hosts: [zhipu(zhipuKey)],
    key: zhipuKey,
    cannot: { tools: textOnly, image: textOnly, reasoning: textOnly, structured: textOnly },
  },
  ali: { hosts: [ali(key), messages('/apps/anthropic')], models: { text: 'qwen3.7-max', image: 'qwen3.7-plus' } },
  baidu: [
    {
      hosts: [baidu({ key: qianfanKey })],
      key: qianfanKey,
      models: { text: 'ernie-5.1', image: 'ernie-4.5-turbo-vl' },
    },
    {
      variant: 'first version',
      hosts: [baidu({ key: qianfanKey, old: { id: 'id1', secret: 'secret1' } })],
      key: 'id1|secret1',
      other: 'v1',
      models: { text: 'ERNIE-4.0-8K' },
      cannot: { image: textOnly, reasoning: noReasoning, structured: noFormats },
    },
  ],
  tencent: [
    { hosts: [tokenHub(key)], models: { text: 'hy3-preview', image: 'kimi-k2.6' } },
    {
      variant: 'signed',
      hosts: [hunyuan({ secretId: 'AKID1', secretKey: 'tencentSecret' })],
      key: 'app|AKID1|tencentSecret',
      models: { text: 'hunyuan-turbos-latest', image: 'hunyuan-vision' },
      cannot: { reasoning: noReasoning, structured: noFormats },
    },
  ],
  minimax: { hosts: [minimax({ key }), messages('/anthropic')] },
  xunfei: [
    {
      hosts: [xunfei(key)],
      models: { text: '4.0Ultra', reasoning: 'spark-x2.5' },
      cannot: { image: textOnly },
    },
    {
      variant: 'WebSocket',
      open: async () => {
        const spark = await startSpark({ applicationId: 'app1', apiKey: 'sparkKey', apiSecret: 'sparkSecret' });
        return { ...spark, replies: () => spark.conversations.map((conversation) => ({ conversation })) };
      },
      key: 'app1|sparkSecret|sparkKey',
      models: { text: 'Spark-Max', reasoning: 'Spark-X1' },
      cannot: {
        image: textOnly,
        'reasoning with tools': 'the model that thinks calls no tools',
        structured: noFormats,
      },
    },
  ],
  ai360: { hosts: [ai360(key)], hidesReasoning: inChats, cannot: { image: textOnly } },
  cohere: {
    hosts: [cohereHost({ key })],
    models: {
      text: 'command-a-03-2025',
      image: 'command-a-vision-07-2025',
      reasoning: 'command-a-reasoning-08-2025',
    },
  },
  ollama: { hosts: [ollamaHost({ key })] },
  dify: {
    hosts: [difyHost({ key })],
    cannot: { tools: application, reasoning: application, structured: application },
  },
  cloudflare: { hosts: [cloudflareHost({ key, account })], other: account },
  aiproxy: {
    hosts: [aiproxyHost({ key, library: 'lib-1' })],
    other: 'lib-1',
    tellsUsage: false,
    readsSystem: false,
    appendix: '\n\nReferences:\n\n1. [Almanac](https://almanac.example/1)',
    cannot: { tools: textOnly, image: textOnly, reasoning: textOnly, structured: textOnly },
  },
  palm: {
    hosts: [palm(key)],
    tellsUsage: false,
    cannot: { tools: textOnly, image: textOnly, reasoning: textOnly, structured: textOnly },
  },
  openrouter: { hosts: [chats({ reasoningField: 'reasoning' }), messages(), responses()] },
  xai: { hosts: [chats(), responses()] },
  groq: { hosts: [groqHost({ key })], basePath: '/openai' },
  together: { hosts: [chats({ reasoningField: 'reasoning', usageIn: 'last-chunk' })] },
  fireworks: {
    hosts: [
      openaiChat({
        path: '/inference/v1/chat/completions',
        proof: bearer(key),
        accepts: ['thinking', 'context_length_exceeded_behavior'],
        reasoningField: 'reasoning_content',
        usageIn: 'last-chunk',
      }),
      messages('/inference'),
    ],
    basePath: '/inference',
  },
  cerebras: { hosts: [chats({ reasoningField: 'reasoning' })] },
  vllm: { hosts: [chats({ reasoningField: 'reasoning' })] },
  'lm-studio': { hosts: [chats({ reasoningField: 'reasoning' }), responses()] },
  stepfun: {
    hosts: [chats({ rules: [wantDeepseekStyle] })],
    models: { text: 'step-5-preview', image: 'step-1o-turbo-vision' },
  },
  baichuan: {
    hosts: [openaiChat({ proof: bearer(key), ignoresUnknown: true, refuses: ['n'] })],
    hidesReasoning: noThinkers,
  },
  volcengine: {
    hosts: [
      chats({ path: '/api/v3/chat/completions', accepts: ['thinking'], readReasoning: bySwitch }),
      responses('/api/v3/responses'),
    ],
  },
  mistral: { hosts: [mistralHost({ key })] },
  fastgpt: {
    hosts: [fastgptHost({ key })],
    basePath: '/api',
    tellsUsage: false,
    cannot: { tools: application, reasoning: application, structured: application },
  },
  perplexity: { hosts: [openaiResponses({ proof: bearer(key), refuses: ['store', 'include'] })] },
  custom: { hosts: [chats(), messages(), responses()] },
};

function wantDeepseekStyle({ reasoning_format }: Record<string, unknown>): void {
  demand(reasoning_format === 'deepseek-style', 'The answer would have its reasoning elsewhere.');
}
