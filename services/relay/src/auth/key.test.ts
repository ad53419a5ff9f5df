import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readKey } from './key.ts';

const key = 'a'.repeat(48);

/** Where clients put their key: headers, address. */
const forms: Record<string, [Record<string, string>, string]> = {
  'as a bearer': [{ authorization: `Bearer sk-${key}` }, '/v1/models'],
  'as a bearer in small letters': [{ authorization: `bearer sk-${key}` }, '/v1/models'],
  'without Bearer': [{ authorization: `sk-${key}` }, '/v1/models'],
  'without sk-': [{ authorization: `Bearer ${key}` }, '/v1/models'],
  'in x-api-key, as Anthropic clients do': [{ 'x-api-key': `sk-${key}` }, '/v1/messages'],
  'in x-goog-api-key, as Gemini clients do': [{ 'x-goog-api-key': `sk-${key}` }, '/v1beta/models'],
  'in the query, as Gemini clients do': [{}, `/v1beta/models?pageSize=5&key=sk-${key}`],
  'in mj-api-secret, as Midjourney clients do': [{ 'mj-api-secret': `sk-${key}` }, '/mj/submit/imagine'],
  'in mj-api-secret beside a fixed word': [
    { authorization: 'midjourney-proxy', 'mj-api-secret': `sk-${key}` },
    '/mj/submit/imagine',
  ],
  'in mj-api-secret beside the fixed word as a bearer': [
    { authorization: 'Bearer midjourney-proxy', 'mj-api-secret': `sk-${key}` },
    '/mj/submit/imagine',
  ],
  'in mj-api-secret as a bearer': [{ 'mj-api-secret': `Bearer sk-${key}` }, '/mj/submit/imagine'],
  'in mj-api-secret beside an empty bearer': [
    { authorization: 'Bearer', 'mj-api-secret': `sk-${key}` },
    '/mj/submit/imagine',
  ],
  'in the protocols of a WebSocket': [
    { 'sec-websocket-protocol': `realtime, openai-insecure-api-key.sk-${key}, openai-beta.realtime-v1` },
    '/v1/realtime?model=m',
  ],
};

for (const [name, [headers, url]] of Object.entries(forms)) {
  test(`a key is found ${name}`, () => {
    assert.deepEqual(readKey(headers, url), { key, channelId: undefined });
  });
}

test('a channel may be asked for behind the key', () => {
  assert.deepEqual(readKey({ 'x-api-key': `sk-${key}-17` }, '/'), { key, channelId: 17 });
  assert.throws(() => readKey({ authorization: `Bearer sk-${key}-x` }, '/'), { code: 'channel_pin_invalid' });
});

test('a key of another kind is called what it is, whatever stands behind its dash', () => {
  for (const other of ['sk-ant-api03-secret', 'sk-proj-secret', `sk-sk-${key}`, `Bearer sk-${key}-7`]) {
    assert.throws(() => readKey({ authorization: `Bearer ${other}` }, '/'), { code: 'invalid_key' });
  }
});

test('no key, an empty one and an endless one are refused', () => {
  assert.throws(() => readKey({}, '/v1/models'), { code: 'missing_key' });
  assert.throws(() => readKey({ authorization: 'Bearer sk-' }, '/'), { code: 'missing_key' });
  assert.throws(() => readKey({ authorization: 'Bearer midjourney-proxy' }, '/mj/submit/imagine'), {
    code: 'missing_key',
  });
  assert.throws(() => readKey({ 'mj-api-secret': 'midjourney-proxy' }, '/mj/submit/imagine'), { code: 'missing_key' });
  assert.throws(() => readKey({ authorization: `Bearer ${'a'.repeat(600)}` }, '/'), { code: 'invalid_key' });
});
