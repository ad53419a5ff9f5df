import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UpstreamDialect } from '../../dialects/dialect.ts';
import { sse } from '../../egress/framing/sse.ts';
import { GatewayError } from '../../errors.ts';
import { patched } from '../../harness/patched.ts';
import { readFixture, replay, textOf } from '../../harness/replay.ts';
import { ai360 } from './index.ts';

const [chat] = ai360.endpoints;
const dialect = chat?.dialect as UpstreamDialect;

test('an empty reason is none, and a stream may end without any, wherever it is cut', () => {
  const parts = replay(readFixture(import.meta.url, 'text.sse'), sse, dialect.readStream);
  assert.equal(textOf(parts, 'text'), 'Hi — 港');
  const last = parts.at(-1);
  assert.ok(last?.type === 'finish' && last.finishReason.unified === 'stop');
});

test('a stream that breaks off is an error, a moderated one is filtered', () => {
  const event = (reason: string) =>
    `data: {"id":"1","choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"${reason}"}]}\n\n`;
  assert.equal(replay(event(''), sse, dialect.readStream).at(-1)?.type, 'error');
  const filtered = replay(event('sensitive'), sse, dialect.readStream).at(-1);
  assert.ok(filtered?.type === 'finish' && filtered.finishReason.unified === 'content-filter');
});

test('contents are texts, and limits are kept', () => {
  const content = [
    { type: 'text', text: 'Low' },
    { type: 'text', text: 'water?' },
  ];
  const body = {
    messages: [{ role: 'developer', content }],
    temperature: 1.5,
    top_p: 2,
    max_completion_tokens: 8,
    n: 1,
  };
  assert.deepEqual(patched(chat?.patch ?? [], body, '360gpt-pro'), {
    messages: [{ role: 'system', content: 'Low\nwater?' }],
    temperature: 1,
    top_p: 1,
    max_tokens: 8,
  });
});

test('a picture is refused by models that read text, and carried to others', () => {
  const messages = [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://x.example/1.png' } }] }];
  assert.throws(() => patched(chat?.patch ?? [], { messages }, '360gpt2-pro'), GatewayError);
  assert.deepEqual(patched(chat?.patch ?? [], { messages }, 'vendor/sees-2'), { messages });
});

for (const [status, message, verdict] of [
  [401, 'denied', 'credential'],
  [400, 'API key is expired', 'credential'],
  [403, 'quota exhausted', 'credential'],
  [402, 'balance', 'credential'],
  [429, 'slow down', 'retry'],
  [400, 'QPS limit of this api key', 'retry'],
  [400, 'content unsafe', 'client'],
  [500, 'input is sensitive', 'client'],
  [422, 'bad', 'client'],
  [404, 'no model', 'retry'],
  [503, 'down', 'retry'],
] as const) {
  test(`360’s ${status} “${message}” is judged ${verdict}`, () => {
    const body = JSON.stringify({ error: { message, type: '', param: '', code: '1002' } });
    assert.equal(dialect.readError(status, body).verdict, verdict);
  });
}
