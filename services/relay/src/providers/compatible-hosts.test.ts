import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf } from '../harness/provider-call.ts';
import { providers } from './index.ts';

const named = new Map(providers.map((provider) => [provider.name, provider]));

/** As the hosts' documentation gives them. */
const addresses: readonly (readonly [string, string, string])[] = [
  ['openrouter', 'chat', 'https://openrouter.ai/api/v1/chat/completions'],
  ['xai', 'chat', 'https://api.x.ai/v1/chat/completions'],
  ['groq', 'chat', 'https://api.groq.com/openai/v1/chat/completions'],
  ['groq', 'audio/transcriptions', 'https://api.groq.com/openai/v1/audio/transcriptions'],
  ['together', 'chat', 'https://api.together.ai/v1/chat/completions'],
  ['fireworks', 'chat', 'https://api.fireworks.ai/inference/v1/chat/completions'],
  ['nvidia', 'chat', 'https://integrate.api.nvidia.com/v1/chat/completions'],
  ['cerebras', 'chat', 'https://api.cerebras.ai/v1/chat/completions'],
  ['deepinfra', 'chat', 'https://api.deepinfra.com/v1/openai/chat/completions'],
  ['deepinfra', 'embeddings', 'https://api.deepinfra.com/v1/openai/embeddings'],
  ['huggingface', 'chat', 'https://router.huggingface.co/v1/chat/completions'],
  ['lm-studio', 'chat', 'http://127.0.0.1:1234/v1/chat/completions'],
  ['voyage', 'rerank', 'https://api.voyageai.com/v1/rerank'],
  ['novita', 'chat', 'https://api.novita.ai/openai/v1/chat/completions'],
  ['nebius', 'chat', 'https://api.tokenfactory.nebius.com/v1/chat/completions'],
  ['vercel', 'chat', 'https://ai-gateway.vercel.sh/v1/chat/completions'],
  ['baseten', 'chat', 'https://inference.baseten.co/v1/chat/completions'],
  ['chutes', 'chat', 'https://llm.chutes.ai/v1/chat/completions'],
  ['poe', 'chat', 'https://api.poe.com/v1/chat/completions'],
  ['upstage', 'chat', 'https://api.upstage.ai/v1/solar/chat/completions'],
  ['stepfun', 'chat', 'https://api.stepfun.com/v1/chat/completions'],
  ['baichuan', 'embeddings', 'https://api.baichuan-ai.com/v1/embeddings'],
  ['volcengine', 'chat', 'https://ark.cn-beijing.volces.com/api/v3/chat/completions'],
];

for (const [name, operation, address] of addresses) {
  test(`${name} is asked for ${operation} where it listens`, () => {
    const provider = named.get(name);
    assert.ok(provider);
    assert.equal(addressOf(provider, operation), address);
  });
}

test('a base that ends in a version keeps it', () => {
  const address = (name: string, base: string) => {
    const provider = named.get(name);
    assert.ok(provider);
    return addressOf(provider, 'chat', { base });
  };
  assert.equal(address('vllm', 'http://gpu.example:8000/v1'), 'http://gpu.example:8000/v1/chat/completions');
  assert.equal(address('xinference', 'http://gpu.example:9997'), 'http://gpu.example:9997/v1/chat/completions');
  assert.equal(
    address('volcengine', 'https://ark.cn-beijing.volces.com/api/coding/v3'),
    'https://ark.cn-beijing.volces.com/api/coding/v3/chat/completions',
  );
});

test('no two providers have a type or a name in common', () => {
  assert.equal(new Set(providers.map(({ type }) => type)).size, providers.length);
  assert.equal(named.size, providers.length);
});

const refusals: readonly (readonly [string, number, object | string, string])[] = [
  [
    'openrouter',
    402,
    { error: { code: 402, message: 'x', metadata: { limit_source: 'openrouter_credits' } } },
    'credential',
  ],
  [
    'openrouter',
    402,
    { error: { code: 402, message: 'x', metadata: { limit_source: 'openrouter_in_flight_budget' } } },
    'retry',
  ],
  ['openrouter', 403, { error: { code: 403, message: 'flagged by moderation' } }, 'client'],
  ['openrouter', 404, { error: { code: 404, message: 'No endpoints found' } }, 'retry'],
  ['xai', 400, { code: 'x', error: 'Incorrect API key provided' }, 'credential'],
  ['xai', 400, { code: 'x', error: 'Unknown field `incorrect api key`' }, 'client'],
  ['xai', 403, { error: 'Content violates usage guidelines' }, 'client'],
  ['xai', 403, { error: 'Your team has used all credits' }, 'credential'],
  ['xai', 403, { error: 'No permission for this model' }, 'retry'],
  ['xai', 429, { error: { message: 'monthly spending limit reached' } }, 'credential'],
  ['groq', 413, { error: { message: 'too large', code: 'rate_limit_exceeded' } }, 'retry'],
  ['groq', 413, { error: { message: 'too large' } }, 'client'],
  ['groq', 400, { error: { message: 'x', code: 'tool_use_failed' } }, 'retry'],
  ['groq', 400, { error: { message: 'Organization has been restricted' } }, 'credential'],
  ['groq', 400, { error: { message: 'x', code: 'organization_restricted' } }, 'credential'],
  ['groq', 400, { error: { message: "property 'organization restricted' is unsupported" } }, 'client'],
  ['together', 403, { error: { message: 'input too long' } }, 'client'],
  ['together', 529, { error: { message: 'busy' } }, 'retry'],
  ['fireworks', 412, { error: 'account suspended' }, 'credential'],
  ['nvidia', 410, { status: 410, title: 'Gone', detail: 'removed' }, 'retry'],
  ['cerebras', 401, { message: 'Wrong API Key', type: 'x', param: 'api_key', code: 'wrong_api_key' }, 'credential'],
  ['deepinfra', 404, { detail: { error: 'no such model' } }, 'retry'],
  ['huggingface', 402, { error: 'monthly included credits used up' }, 'credential'],
  [
    'vllm',
    400,
    { object: 'error', message: '"auto" tool choice requires --enable-auto-tool-choice', code: 400 },
    'retry',
  ],
  ['vllm', 404, { error: { message: 'The model does not exist' } }, 'retry'],
  ['stepfun', 451, { error: { message: 'censored' } }, 'client'],
  ['volcengine', 403, { error: { code: 'AccountOverdueError', message: 'x' } }, 'credential'],
  ['volcengine', 403, { error: { code: 'AccessDenied', message: 'x' } }, 'retry'],
  ['volcengine', 429, { error: { code: 'QuotaExceeded', message: 'free quota' } }, 'retry'],
  ['volcengine', 400, { error: { code: 'SensitiveContentDetected', message: 'x' } }, 'client'],
  ['xinference', 400, { detail: 'Model not found in the model list, uid: x' }, 'retry'],
];

for (const [name, status, body, verdict] of refusals) {
  test(`${name}: ${status} ${JSON.stringify(body)} is judged ${verdict}`, () => {
    const dialect = named.get(name)?.endpoints[0]?.dialect;
    assert.equal(dialect?.readError(status, JSON.stringify(body)).verdict, verdict);
  });
}
