import { generateKeyPairSync } from 'node:crypto';
import {
  anthropicMessages,
  anyProof,
  bearer,
  gemini,
  type Host,
  headerKey,
  openaiChat,
  openaiResponses,
  openaiRules,
  queryKey,
  startHost,
} from '@switchyard/testing/hosts';
import { ai360 } from '@switchyard/testing/hosts/ai360';
import { aiproxyHost } from '@switchyard/testing/hosts/aiproxy';
import { ali } from '@switchyard/testing/hosts/ali';
import { azureHost } from '@switchyard/testing/hosts/azure';
import { baidu } from '@switchyard/testing/hosts/baidu';
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
import { sigV4 } from '@switchyard/testing/hosts/proof/sig-v4';
import { tokenHub } from '@switchyard/testing/hosts/tencent';
import { vertex } from '@switchyard/testing/hosts/vertex';
import { startSpark } from '@switchyard/testing/hosts/xunfei';
import { zhipu } from '@switchyard/testing/hosts/zhipu';
import { key, type SpecialSetup } from './setup.ts';

const account = '0123456789abcdef0123456789abcdef';
const awsKeys = {
  accessKeyId: 'AKIDMATRIX',
  secretAccessKey: 'secret/of+matrix',
  region: 'us-east-1',
  service: 'bedrock',
};
const qianfanKey = 'bce-v3/ALTAK-matrix/secret';
const zhipuKey = '5f1d0c9e8b7a.zhipuSecret';
const textOnly = 'takes and writes text only';
const noFormats = 'knows no output formats';
const application = 'is an application that its owner has set up';
const inChats = 'thinks, but chat completions do not show it';
const imitating = { proof: bearer(key), ignoresUnknown: true, reasoningField: 'reasoning_content' } as const;
const bySwitch = ({ thinking }: Record<string, unknown>) =>
  (thinking as { type?: string } | undefined)?.type === 'enabled' ? {} : undefined;
const chats = (options: Parameters<typeof openaiChat>[0] = {}): Host => openaiChat({ ...imitating, ...options });
const messages = (prefix = ''): Host =>
  anthropicMessages({ prefix, proof: anyProof(headerKey('x-api-key', key), bearer(key)) });
const responses = (path = '/v1/responses'): Host => openaiResponses({ path, proof: bearer(key) });

/** What is special about some providers, by their name. */
export const specialSetups: Readonly<Record<string, SpecialSetup>> = {
  openai: {
    hosts: [openaiChat({ proof: bearer(key), rules: openaiRules }), responses()],
    models: { text: 'gpt-5.5' },
    hidesReasoning: inChats,
  },
  azure: {
    hosts: [azureHost({ key }), openaiResponses({ path: '/openai/v1/responses', proof: headerKey('api-key', key) })],
    models: { text: 'gpt-5.5' },
    hidesReasoning: inChats,
  },
  anthropic: {
    hosts: [anthropicMessages({ proof: headerKey('x-api-key', key) })],
    models: { text: 'claude-haiku-5-5', reasoning: 'claude-opus-4-6' },
  },
  gemini: {
    hosts: [gemini({ proof: anyProof(queryKey('key', key), headerKey('x-goog-api-key', key)) })],
    models: { text: 'gemini-3.8-flash' },
  },
  vertex: {
    open: async () => {
      const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      return startHost(vertex({ email: '', project: '', keyId: '', publicKey, apiKey: key }));
    },
    models: { text: 'gemini-3.8-flash' },
  },
  bedrock: {
    hosts: [bedrockInvoke({ proof: sigV4(awsKeys) })],
    key: `${awsKeys.accessKeyId}|${awsKeys.secretAccessKey}|${awsKeys.region}`,
    models: { text: 'claude-haiku-4-5-20251001', reasoning: 'claude-opus-4-6' },
  },
  deepseek: { hosts: [deepseekHost({ key }), messages('/anthropic'), responses()] },
  moonshot: { hosts: [moonshotHost({ key }), messages('/anthropic')] },
  siliconcloud: { hosts: [chats(), messages()] },
  lingyi: { hosts: [chats({ usageIn: 'last-chunk', refuses: ['stream_options'] })] },
  'zhipu-v4': {
    hosts: [zhipu(zhipuKey), anthropicMessages({ prefix: '/api/anthropic', proof: bearer(zhipuKey) })],
    key: zhipuKey,
  },
  zhipu: {
    hosts: [zhipu(zhipuKey)],
    key: zhipuKey,
    cannot: { tools: textOnly, image: textOnly, reasoning: textOnly, structured: textOnly },
  },
  ali: { hosts: [ali(key), messages('/apps/anthropic')] },
  baidu: { hosts: [baidu({ key: qianfanKey })], key: qianfanKey },
  tencent: { hosts: [tokenHub(key)] },
  minimax: { hosts: [minimax({ key }), messages('/anthropic')] },
  xunfei: {
    open: () => startSpark({ applicationId: 'app1', apiKey: 'sparkKey', apiSecret: 'sparkSecret' }),
    key: 'app1|sparkSecret|sparkKey',
    models: { text: 'Spark-Max', reasoning: 'Spark-X1' },
    cannot: { image: textOnly, structured: noFormats },
  },
  ai360: { hosts: [ai360(key)], cannot: { image: textOnly, reasoning: 'models think or do not, whatever is asked' } },
  cohere: { hosts: [cohereHost({ key })] },
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
    cannot: { tools: textOnly, image: textOnly, reasoning: textOnly, structured: textOnly },
  },
  openrouter: { hosts: [chats({ reasoningField: 'reasoning' }), messages(), responses()] },
  xai: { hosts: [chats(), responses()] },
  groq: { hosts: [groqHost({ key })], basePath: '/openai' },
  fireworks: { hosts: [chats(), messages()] },
  'lm-studio': { hosts: [chats(), responses()] },
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
