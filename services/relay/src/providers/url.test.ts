import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anthropicMessages } from '../dialects/anthropic-messages/index.ts';
import { openaiChat } from '../dialects/openai-chat/index.ts';
import { openaiOperation } from '../dialects/openai-operations/index.ts';
import { customUrl } from './custom/url.ts';
import { joinUrl } from './url.ts';

const chat = { operation: 'chat', dialect: openaiChat, path: '/v1/chat/completions' } as const;
const embeddings = { operation: 'embeddings', dialect: openaiOperation, path: '/v1/embeddings' } as const;

const of = (model: string) => ({ model, stream: false, credentials: { key: '', organization: '', other: '' } });

test('a version segment is never doubled', () => {
  for (const base of ['https://a.example', 'https://a.example/', 'https://a.example/v1', 'https://a.example/v1/']) {
    assert.equal(joinUrl(base, chat.path).href, 'https://a.example/v1/chat/completions');
  }
  assert.equal(joinUrl('https://a.example/api/v3', chat.path).href, 'https://a.example/api/v3/chat/completions');
});

test('a custom address is a template, a whole URL or a base', () => {
  assert.equal(
    customUrl('https://a.example/llm/{model}/chat', chat, of('tide-7b'))?.href,
    'https://a.example/llm/tide-7b/chat',
  );
  assert.equal(
    customUrl('https://a.example/{model}?m={model}', chat, of('a/b c'))?.href,
    'https://a.example/a/b%20c?m=a%2Fb%20c',
  );
  assert.equal(
    customUrl('https://a.example/v1/chat/completions', chat, of('m'))?.href,
    'https://a.example/v1/chat/completions',
  );
  assert.equal(customUrl('https://a.example/v1/chat/completions', embeddings, of('m')), undefined);
  assert.equal(customUrl('https://a.example', embeddings, of('m'))?.href, 'https://a.example/v1/embeddings');
});

test('a model name cannot leave its place in the address', () => {
  for (const model of ['../admin', 'a?b', 'a#b', 'a\nb']) {
    assert.throws(() => customUrl('https://a.example/{model}', chat, of(model)), TypeError);
  }
});

test('a custom address speaks other formats only when it ends in their path', () => {
  const messages = { operation: 'chat', dialect: anthropicMessages, path: '/v1/messages' } as const;
  const whole = 'https://a.example/v1/messages';
  assert.equal(customUrl(whole, messages, of('m'))?.href, whole);
  assert.equal(customUrl(whole, chat, of('m')), undefined);
  for (const base of ['https://a.example', 'https://a.example/{model}']) {
    assert.equal(customUrl(base, messages, of('m')), undefined);
  }
});
