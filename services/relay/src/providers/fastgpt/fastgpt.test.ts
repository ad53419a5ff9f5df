import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatRequest } from '../../dialects/canonical.ts';
import { sse } from '../../egress/framing/sse.ts';
import { addressOf, patchedBy } from '../../harness/provider-call.ts';
import { readFixture, replay, textOf } from '../../harness/replay.ts';
import { fastgptChat } from './dialect.ts';
import { fastgpt } from './index.ts';

const chat: ChatRequest = {
  model: 'fastgpt',
  stream: true,
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
  tools: [],
  extensions: { 'openai-chat': { chatId: 'c-1' } },
};

test('text is read from a stream wherever it is cut, and its end has no usage', () => {
  const parts = replay(readFixture(import.meta.url, 'answer.sse'), sse, fastgptChat.readStream);
  assert.equal(textOf(parts, 'text'), 'Hellö');
  const last = parts.at(-1);
  assert.ok(last?.type === 'finish' && last.usage === undefined);
});

test('usage is a constant and not believed', () => {
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 1 };
  assert.equal(fastgptChat.readUsage({ choices: [], usage }), undefined);
});

test('an answer in blocks is one text', () => {
  const content = [
    { type: 'text', text: { content: 'High ' } },
    { type: 'interactive', interactive: {} },
    { type: 'text', text: { content: 'water' } },
  ];
  const result = fastgptChat.readResponse({
    id: '',
    model: '',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 1 },
  });
  assert.deepEqual(result.parts, [{ type: 'text', text: 'High water' }]);
  assert.equal(result.usage, undefined);
});

test('an error in a stream is an error', () => {
  const events = 'event: error\ndata: {"code":500,"statusText":"unAuthApiKey","message":"Key is error"}\n\n';
  const last = replay(events, sse, fastgptChat.readStream).at(-1);
  assert.ok(last?.type === 'error' && last.error.verdict === 'credential');
});

test('events of the workflow are never asked for; conversations are, when the client names one', () => {
  const warnings: string[] = [];
  const body = fastgptChat.writeRequest({ ...chat, tools: [{ type: 'function', name: 'tide' }] }, (field) =>
    warnings.push(field),
  );
  assert.equal(body.detail, false);
  assert.equal(body.chatId, 'c-1');
  assert.equal('tools' in body, false);
  assert.deepEqual(warnings, ['tools']);
});

test('settings that the application fixes itself are told', () => {
  const warnings: string[] = [];
  const asked: ChatRequest = {
    ...chat,
    temperature: 0.5,
    reasoning: { effort: 'low' },
    responseFormat: { type: 'json' },
  };
  fastgptChat.writeRequest(asked, (field) => warnings.push(field));
  assert.deepEqual(warnings.sort(), ['reasoning_effort', 'response_format', 'temperature']);
});

test('the defaults of the channel fill what the request leaves open', () => {
  const sent = patchedBy(fastgpt, { model: 'm', variables: { a: 1 } }, '{"appId":"a1","variables":{"b":2}}');
  assert.deepEqual(sent, { model: 'm', variables: { a: 1 }, appId: 'a1' });
});

test('a version in the base is not doubled', () => {
  const base = 'http://host.example:3000/api/v1';
  assert.equal(addressOf(fastgpt, 'chat', { base }), 'http://host.example:3000/api/v1/chat/completions');
  assert.equal(addressOf(fastgpt, 'chat'), 'https://cloud.fastgpt.cn/api/v1/chat/completions');
});

for (const [statusText, message, verdict] of [
  ['unAuthApiKey', 'Key is error', 'credential'],
  ['aiPointsNotEnough', 'no points', 'credential'],
  ['appUnExist', 'gone', 'credential'],
  ['', 'User question is empty', 'client'],
  ['', 'The API key has expired', 'credential'],
  ['', 'The points of this key are used up', 'credential'],
  ['', 'The team has no balance left', 'credential'],
  ['', 'No endpoints found for this model', 'retry'],
  ['', 'certificate has expired', 'retry'],
  ['', 'the load balancer of the team is down', 'retry'],
  ['', 'Please republish the workflow', 'retry'],
] as const) {
  test(`${statusText} ${message} is judged ${verdict}`, () =>
    assert.equal(
      fastgptChat.readError(500, JSON.stringify({ code: 500, statusText, message, data: null })).verdict,
      verdict,
    ));
}
