import { floatEmbeddings } from '../../dialects/openai-operations/float-embeddings.ts';
import { openaiFormatOf } from '../../dialects/openai-operations/index.ts';
import { rerank } from '../../dialects/openai-operations/rerank.ts';
import { withVerdicts } from '../../dialects/verdicts.ts';
import { bearer } from '../bearer.ts';
import { chatVariant } from '../chat-variant.ts';
import { listOpenaiModels } from '../list-openai-models.ts';
import { override } from '../patch.ts';
import { prefixedUrl } from '../prefixed-url.ts';
import type { Credentials, Endpoint, HostCall, Provider, UpstreamCall } from '../provider.ts';
import { withHeader } from '../with-header.ts';
import { chatPatches, lowerCase, picturePatches } from './chat-patches.ts';
import { verdicts } from './errors.ts';
import { readKey } from './key.ts';
import { badKey, iamToken, v1Token } from './tokens.ts';
import { baiduV1 } from './v1-chat.ts';
import { baiduV1Embeddings } from './v1-embeddings.ts';
import { v1Path } from './v1-path.ts';

const base = 'https://qianfan.baidubce.com';
const v1Base = 'https://aip.baidubce.com';
const address = prefixedUrl('/v2');

const current: readonly Endpoint[] = [
  { operation: 'chat', dialect: chatVariant({ verdicts }), path: '/v1/chat/completions', patch: chatPatches },
  {
    operation: 'completions',
    dialect: withVerdicts(openaiFormatOf('completions'), verdicts),
    path: '/v1/completions',
    patch: [lowerCase],
  },
  {
    operation: 'embeddings',
    dialect: withVerdicts(floatEmbeddings, verdicts),
    path: '/v1/embeddings',
    patch: [lowerCase, override({ encoding_format: 'float' })],
  },
  { operation: 'rerank', dialect: withVerdicts(rerank, verdicts), path: '/v1/rerank', patch: [lowerCase] },
  {
    operation: 'images/generations',
    dialect: withVerdicts(openaiFormatOf('images/generations'), verdicts),
    path: '/v1/images/generations',
    patch: picturePatches,
  },
];

const first: readonly Endpoint[] = [
  { operation: 'chat', dialect: baiduV1, path: ({ model }) => v1Path('chat', model) },
  { operation: 'embeddings', dialect: baiduV1Embeddings, path: ({ model }) => v1Path('embeddings', model) },
];

/** Baidu's Qianfan in its second version; the first one for mirrors, where the channel says so. */
export const baidu: Provider = {
  type: 15,
  name: 'baidu',
  label: 'Baidu Wenxin',
  baseUrl: base,
  models: [
    'ernie-5.1',
    'ernie-4.5-turbo-128k',
    'ernie-4.5-turbo-32k',
    'ernie-4.5-turbo-vl',
    'ernie-x1-turbo-32k',
    'ernie-speed-pro-128k',
    'ernie-lite-pro-128k',
    'embedding-v1',
    'bge-large-zh',
    'bge-large-en',
    'tao-8k',
    'bce-reranker-base',
  ],
  keyHint: 'bce-v3/ALTAK-.../..., with |app-... behind it where an application is billed',
  otherHint: 'v1 for a mirror of the first version (key API_KEY|SECRET_KEY); empty as a rule',
  notice:
    'Baidu closed the first version on 2026-08-31. Keys of the form API_KEY|SECRET_KEY must be replaced by bce-v3/... keys.',
  sign(credentials) {
    const key = readKey(credentials);
    if (key.kind !== 'application') return [];
    return [...bearer({ key: key.token }), ...(key.application ? ['appid', key.application] : [])];
  },
  authorize,
  url(given, endpoint, target) {
    const old = first.includes(endpoint);
    if ((readKey(target.credentials).kind === 'v1') !== old) return undefined;
    // Channels may still have the other version's address.
    const other = old ? base : v1Base;
    return address(given === other ? (old ? v1Base : base) : given, endpoint, target);
  },
  endpoints: [...current, ...first],
  async listModels(host, credentials) {
    const key = readKey(credentials);
    const list = listOpenaiModels(credentials.baseUrl === v1Base ? `${base}/v2/models` : '/v2/models');
    if (key.kind !== 'account') return list(host, credentials);
    const token = await iamToken(key.id, key.secret, host);
    return list((target, init) => host(target, { ...init, headers: bearer({ key: token }) }), credentials);
  },
};

function authorize(call: UpstreamCall, credentials: Credentials, host: HostCall): UpstreamCall | Promise<UpstreamCall> {
  const key = readKey(credentials);
  if (key.kind === 'application') return call;
  if (key.kind === 'old') {
    throw badKey('The key is of the closed first version. Replace it by one that begins with bce-v3/.');
  }
  const inHeader = key.kind === 'account';
  const token = inHeader ? iamToken(key.id, key.secret, host) : v1Token(key.id, key.secret, call.url.origin, host);
  const write = (value: string) =>
    inHeader ? withHeader(call, 'authorization', `Bearer ${value}`) : withQuery(call, value);
  return typeof token === 'string' ? write(token) : token.then(write);
}

function withQuery(call: UpstreamCall, token: string): UpstreamCall {
  const url = new URL(call.url);
  url.searchParams.set('access_token', token);
  return { ...call, url };
}
