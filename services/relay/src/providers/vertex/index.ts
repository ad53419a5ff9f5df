import { gemini } from '../../dialects/gemini/index.ts';
import { geminiPictures } from '../../dialects/gemini/pictures.ts';
import { withVerdicts } from '../../dialects/verdicts.ts';
import { AccessTokens } from '../access-token.ts';
import { amendClaude } from '../anthropic/amend.ts';
import type { Credentials, HostCall, Provider, Target, UpstreamCall } from '../provider.ts';
import { pathOf } from '../url.ts';
import { withHeader } from '../with-header.ts';
import { claudeId, claudeOnVertex, isClaude } from './claude.ts';
import { sendOneByOne, vertexEmbeddings } from './embeddings.ts';
import { fetchToken } from './fetch-token.ts';
import { listGoogleModels } from './list-models.ts';
import { claudeModels, models } from './models.ts';
import { claudePatches, geminiPatches } from './patches.ts';
import { hostOf, regionOf } from './region.ts';
import { isServiceAccount, projectIn, readServiceAccount } from './service-account.ts';
import { verdicts } from './verdicts.ts';

const earlyMs = 300_000;
const tokens = new AccessTokens(earlyMs);

/** Google Cloud's Vertex AI: Gemini and Claude in their own dialects, at the addresses of a project and a region. */
export const vertex: Provider = {
  type: 41,
  name: 'vertex',
  conventionalName: 'gcp.vertex_ai',
  label: 'Vertex AI',
  baseUrl: '',
  models,
  keyHint: 'The whole key file (JSON) of one service account, or an API key of express mode',
  otherHint: 'Region, such as global or us-central1; or JSON with regions by model: {"default":"global"}',
  sign: ({ key }) => (isServiceAccount(key) ? [] : ['x-goog-api-key', key.trim()]),
  endpoints: [
    {
      operation: 'chat',
      dialect: withVerdicts(gemini, verdicts),
      serves: (model) => !isClaude(model),
      path: (target) => google(target, target.stream ? 'streamGenerateContent?alt=sse' : 'generateContent'),
      patch: geminiPatches,
    },
    {
      operation: 'chat',
      dialect: claudeOnVertex,
      serves: isClaude,
      path: (target) => anthropic(target, target.stream ? 'streamRawPredict' : 'rawPredict'),
      patch: claudePatches,
      amend: amendClaude,
    },
    {
      operation: 'embeddings',
      dialect: vertexEmbeddings,
      serves: (model) => model.startsWith('gemini-'),
      path: (target) => google(target, 'predict'),
      send: sendOneByOne,
    },
    {
      operation: 'embeddings',
      dialect: vertexEmbeddings,
      serves: (model) => !model.startsWith('gemini-'),
      path: (target) => google(target, 'predict'),
    },
    {
      operation: 'images/generations',
      dialect: withVerdicts(geminiPictures, verdicts),
      path: (target) => google(target, 'generateContent'),
      patch: geminiPatches,
    },
  ],
  authorize,
  url(base, endpoint, target) {
    const { key, other } = target.credentials;
    const host = base || hostOf(isServiceAccount(key) ? regionOf(other, target.model) : 'global');
    return new URL(host.replace(/\/+$/, '') + pathOf(endpoint, target));
  },
  async listModels(host, credentials) {
    const { key } = credentials;
    // The list is kept for projects, and an API key does not tell its own.
    if (!isServiceAccount(key)) return models.filter((model) => !isClaude(model));
    const headers = [
      ...['authorization', `Bearer ${await tokenFor(credentials, host)}`],
      ...['x-goog-user-project', readServiceAccount(key).project],
    ];
    const listed = await listGoogleModels(host, credentials.baseUrl || hostOf('global'), headers);
    return [...listed, ...claudeModels];
  },
};

function google(target: Target, method: string): string {
  return `${prefixOf(target)}/publishers/google/models/${encodeURIComponent(target.model)}:${method}`;
}

function anthropic(target: Target, method: string): string {
  if (!isServiceAccount(target.credentials.key)) throw new Error('API keys are for models of Google alone');
  return `${prefixOf(target)}/publishers/anthropic/models/${claudeId(target.model)}:${method}`;
}

function prefixOf({ model, credentials: { key, other } }: Target): string {
  if (!isServiceAccount(key)) return '/v1';
  return `/v1/projects/${projectIn(key)}/locations/${regionOf(other, model)}`;
}

function authorize(call: UpstreamCall, credentials: Credentials, host: HostCall): UpstreamCall | Promise<UpstreamCall> {
  if (!isServiceAccount(credentials.key)) return call;
  const token = tokenFor(credentials, host);
  const signed = (ready: string) => withHeader(call, 'authorization', `Bearer ${ready}`);
  return token instanceof Promise ? token.then(signed) : signed(token);
}

function tokenFor({ key }: Credentials, host: HostCall): string | Promise<string> {
  return tokens.get(key, () => fetchToken(readServiceAccount(key), host, Date.now()));
}
