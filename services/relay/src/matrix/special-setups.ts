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
import { tokenHub } from '@switchyard/testing/hosts/tencent';
import { vertex } from '@switchyard/testing/hosts/vertex';
import { startSpark } from '@switchyard/testing/hosts/xunfei';
import { zhipu } from '@switchyard/testing/hosts/zhipu';
import { key, type SpecialSetup } from './setup.ts';

const account = '0123456789abcdef0123456789abcdef';
const zhipuKey = '5f1d0c9e8b7a.zhipuSecret';
const inChats = 'thinks, but chat completions do not show it';
const imitating = { proof: bearer(key), ignoresUnknown: true, reasoningField: 'reasoning_content' } as const;
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
  deepseek: { hosts: [deepseekHost({ key }), messages('/anthropic'), responses()] },
  moonshot: { hosts: [moonshotHost({ key }), messages('/anthropic')] },
  siliconcloud: { hosts: [chats(), messages()] },
  lingyi: { hosts: [chats({ usageIn: 'last-chunk', refuses: ['stream_options'] })] },
  'zhipu-v4': {
    hosts: [zhipu(zhipuKey), anthropicMessages({ prefix: '/api/anthropic', proof: bearer(zhipuKey) })],
    key: zhipuKey,
  },
  zhipu: { hosts: [zhipu(zhipuKey)], key: zhipuKey },
  ali: { hosts: [ali(key), messages('/apps/anthropic')] },
  baidu: { hosts: [baidu({ key })] },
  tencent: { hosts: [tokenHub(key)] },
  minimax: { hosts: [minimax({ key }), messages('/anthropic')] },
  xunfei: {
    open: () => startSpark({ applicationId: 'app1', apiKey: 'sparkKey', apiSecret: 'sparkSecret' }),
    key: 'app1|sparkSecret|sparkKey',
    models: { text: 'Spark-Max' },
  },
  ai360: { hosts: [ai360(key)] },
  cohere: { hosts: [cohereHost({ key })] },
  ollama: { hosts: [ollamaHost({ key })] },
  dify: { hosts: [difyHost({ key })] },
  cloudflare: { hosts: [cloudflareHost({ key, account })], other: account },
  aiproxy: { hosts: [aiproxyHost({ key, library: 'lib-1' })], other: 'lib-1' },
  openrouter: { hosts: [chats({ reasoningField: 'reasoning' }), messages(), responses()] },
  xai: { hosts: [chats(), responses()] },
  groq: { hosts: [groqHost({ key })], basePath: '/openai' },
  fireworks: { hosts: [chats(), messages()] },
  'lm-studio': { hosts: [chats(), responses()] },
  volcengine: { hosts: [chats({ path: /\/chat\/completions$/ }), responses()] },
  mistral: { hosts: [mistralHost({ key })] },
  fastgpt: { hosts: [fastgptHost({ key })], basePath: '/api' },
  custom: { hosts: [chats(), messages(), responses()] },
};
