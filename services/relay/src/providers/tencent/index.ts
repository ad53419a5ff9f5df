import { asText } from '../../dialects/json.ts';
import { openaiChat } from '../../dialects/openai-chat/index.ts';
import { floatEmbeddings } from '../../dialects/openai-operations/float-embeddings.ts';
import { bearer } from '../bearer.ts';
import { listOpenaiModels } from '../list-openai-models.ts';
import { drop, override, rename } from '../patch.ts';
import { developerToSystem } from '../patch-messages.ts';
import type { Credentials, Endpoint, Provider, UpstreamCall } from '../provider.ts';
import { joinUrl, pathOf } from '../url.ts';
import { hunyuan } from './hunyuan.ts';
import { hunyuanEmbeddings } from './hunyuan-embeddings.ts';
import { signTc3 } from './tc3.ts';

const tokenHub = 'https://tokenhub.tencentmaas.com';
const hunyuanHost = 'hunyuan.tencentcloudapi.com';
const hunyuanBase = `https://${hunyuanHost}`;

const version = ['x-tc-version', '2023-09-01'];
const signed: readonly Endpoint[] = [
  { operation: 'chat', dialect: hunyuan, path: '/', headers: ['x-tc-action', 'ChatCompletions', ...version] },
  {
    operation: 'embeddings',
    dialect: hunyuanEmbeddings,
    path: '/',
    headers: ['x-tc-action', 'GetEmbedding', ...version],
  },
];

/** Tencent's TokenHub; the closed Hunyuan platform for keys of its kind, which sign each call. */
export const tencent: Provider = {
  type: 23,
  name: 'tencent',
  label: 'Tencent Hunyuan',
  baseUrl: tokenHub,
  models: ['hy3-preview', 'deepseek-v4-pro', 'deepseek-v4-flash', 'glm-5.1', 'kimi-k2.6', 'minimax-m2.7'],
  keyHint: 'Key of TokenHub; appid|secretId|secretKey for the closed Hunyuan platform',
  otherHint: '',
  notice: 'Tencent closed the Hunyuan platform on 2026-09-30. Use a key of TokenHub, which has no | in it.',
  sign: ({ key }) => (isSigned(key) ? [] : bearer({ key })),
  authorize,
  url(base, endpoint, target) {
    const closed = signed.includes(endpoint);
    if (closed !== isSigned(target.credentials.key)) return undefined;
    // Channels may still have the other platform's address.
    const [own, other] = closed ? [hunyuanBase, tokenHub] : [tokenHub, hunyuanBase];
    return joinUrl(base === other ? own : base, pathOf(endpoint, target));
  },
  endpoints: [
    {
      operation: 'chat',
      dialect: openaiChat,
      path: '/v1/chat/completions',
      patch: [
        rename('max_completion_tokens', 'max_tokens'),
        developerToSystem,
        drop('store', 'metadata', 'modalities', 'service_tier', 'prompt_cache_key', 'verbosity', 'logit_bias'),
      ],
    },
    {
      operation: 'embeddings',
      dialect: floatEmbeddings,
      path: '/v1/embeddings',
      patch: [override({ encoding_format: 'float' })],
    },
    ...signed,
  ],
  async listModels(host, credentials) {
    if (isSigned(credentials.key)) return [];
    return listOpenaiModels(credentials.baseUrl === hunyuanBase ? `${tokenHub}/v1/models` : '/v1/models')(
      host,
      credentials,
    );
  },
};

function isSigned(key: string): boolean {
  return key.split('|').length === 3;
}

/** The signature names Tencent's host, also behind a mirror, and covers the body as it is sent. */
function authorize(call: UpstreamCall, { key }: Credentials): UpstreamCall {
  if (!isSigned(key)) return call;
  const [, secretId = '', secretKey = ''] = key.split('|');
  const host = call.url.hostname.endsWith('.tencentcloudapi.com') ? call.url.hostname : hunyuanHost;
  const action = call.headers[call.headers.indexOf('x-tc-action') + 1] as string;
  const seconds = Math.floor(Date.now() / 1_000);
  const authorization = signTc3({ secretId, secretKey, host, action, body: call.body, seconds });
  return {
    ...call,
    headers: [...call.headers, 'host', host, 'x-tc-timestamp', asText(seconds), 'authorization', authorization],
  };
}
