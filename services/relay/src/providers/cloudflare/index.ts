import { isObject } from '../../dialects/json.ts';
import { openaiCompatible } from '../openai-compatible.ts';
import { drop, fill, rename } from '../patch.ts';
import type { Provider } from '../provider.ts';
import { joinUrl, pathOf } from '../url.ts';
import { amend } from './amend.ts';
import { verdicts } from './errors.ts';
import { pictures } from './pictures.ts';

/** Models of Workers AI answer no more than 256 tokens unless they are told to. */
const answerTokens = 4096;

/** Cloudflare Workers AI. A base of its AI Gateway holds the account already. */
export const cloudflare: Provider = openaiCompatible({
  type: 39,
  name: 'cloudflare',
  label: 'Cloudflare Workers AI',
  baseUrl: 'https://api.cloudflare.com',
  keyHint: 'API token with the permission to run Workers AI',
  otherHint: 'Id of the account; required',
  operations: ['chat', 'embeddings'],
  url: (base, endpoint, target) => joinUrl(rootOf(base, target.credentials.other), pathOf(endpoint, target)),
  patch: [
    rename('max_completion_tokens', 'max_tokens'),
    fill('max_tokens', answerTokens),
    drop('logit_bias', 'n', 'user', 'store', 'metadata', 'service_tier', 'parallel_tool_calls'),
  ],
  amend,
  verdicts,
  models: [
    '@cf/zai-org/glm-5.2',
    '@cf/zai-org/glm-4.7-flash',
    '@cf/moonshotai/kimi-k2.7-code',
    '@cf/moonshotai/kimi-k2.6',
    '@cf/openai/gpt-oss-120b',
    '@cf/openai/gpt-oss-20b',
    '@cf/google/gemma-4-26b-a4b-it',
    '@cf/nvidia/nemotron-3-120b-a12b',
    '@cf/meta/llama-4-scout-17b-16e-instruct',
    '@cf/meta/llama-3.3-70b-instruct-fp8-fast',
    '@cf/qwen/qwen3-30b-a3b-fp8',
    '@cf/mistralai/mistral-small-3.1-24b-instruct',
    '@cf/baai/bge-m3',
    '@cf/baai/bge-large-en-v1.5',
    '@cf/black-forest-labs/flux-1-schnell',
  ],
  async listModels(host, { other }) {
    const payload = await host(`/client/v4/accounts/${encodeURIComponent(other)}/ai/models/search?per_page=100`);
    const models = isObject(payload) && Array.isArray(payload.result) ? payload.result : [];
    return models.flatMap((model) => (isObject(model) && typeof model.name === 'string' ? [model.name] : []));
  },
  also: [{ operation: 'images/generations', dialect: pictures, path: ({ model }) => `/run/${model}` }],
});

/** Throws a TypeError without an account: there is no address then. */
function rootOf(base: string, account: string): string {
  if (base.includes('/workers-ai')) return base;
  if (account === '') throw new TypeError('The channel names no account.');
  return `${base.replace(/\/+$/, '')}/client/v4/accounts/${encodeURIComponent(account)}/ai`;
}
