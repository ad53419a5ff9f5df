import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatRequest } from '../../dialects/canonical.ts';
import { sse } from '../../egress/framing/sse.ts';
import { GatewayError } from '../../errors.ts';
import { readFixture, replay, textOf } from '../../harness/replay.ts';
import { aiproxyLibrary } from './dialect.ts';
import { aiproxy } from './index.ts';

const chat: ChatRequest = {
  model: 'gpt-4o-mini',
  stream: true,
  messages: [
    { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
    { role: 'user', parts: [{ type: 'text', text: 'When is high water?' }] },
  ],
  tools: [],
  extensions: {},
};
const references = '\n\nReferences:\n\n1. [Tide \\[north\\]](https://e.example/1_%28a%29)';

test('an answer ends with its sources, wherever its bytes are cut', () => {
  const parts = replay(readFixture(import.meta.url, 'answer.sse'), sse, aiproxyLibrary.readStream);
  assert.equal(textOf(parts, 'text'), `Hellö.${references}`);
  assert.equal(parts.at(-1)?.type, 'finish');
});

test('the end of the bytes ends an answer that has begun; nothing at all is an error', () => {
  assert.equal(replay('data:{"content":"Hi"}\n\n', sse, aiproxyLibrary.readStream).at(-1)?.type, 'finish');
  assert.equal(replay('\n', sse, aiproxyLibrary.readStream).at(-1)?.type, 'error');
});

test('a whole answer is read, and a refusal with status 200 is none', () => {
  const documents = [{ title: 'Tide [north]', url: 'https://e.example/1_(a)' }];
  const result = aiproxyLibrary.readResponse({ success: true, answer: 'At 16:40.', documents, errCode: 0 });
  assert.deepEqual(result.parts, [{ type: 'text', text: `At 16:40.${references}` }]);
  assert.equal(
    aiproxyLibrary.errorIn({ success: false, errCode: 9, message: 'points used up' })?.verdict,
    'credential',
  );
  assert.equal(aiproxyLibrary.errorIn({ success: true, errCode: 0, answer: 'x' }), undefined);
});

test('the last message is the question, and that no other was read is told', () => {
  const warnings: string[] = [];
  const body = aiproxyLibrary.writeRequest(chat, (field) => warnings.push(field));
  assert.deepEqual(body, { model: 'gpt-4o-mini', query: 'When is high water?', stream: true });
  assert.deepEqual(warnings, ['messages']);
  assert.throws(() => aiproxyLibrary.writeRequest({ ...chat, messages: [] }, () => {}), GatewayError);
});

test('what the call has no place for is told', () => {
  const warnings: string[] = [];
  const asked: ChatRequest = {
    ...chat,
    messages: [
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'What is this?' },
          { type: 'file', mediaType: 'image/png', source: { kind: 'url', url: 'https://e.example/1.png' } },
        ],
      },
    ],
    tools: [{ type: 'function', name: 'tide' }],
    reasoning: { effort: 'low' },
    responseFormat: { type: 'json' },
  };
  aiproxyLibrary.writeRequest(asked, (field) => warnings.push(field));
  assert.deepEqual(warnings.sort(), ['messages', 'reasoning_effort', 'response_format', 'tools']);
});

test('a channel without a library is never called', () => {
  const [endpoint] = aiproxy.endpoints;
  assert.ok(endpoint);
  const url = (other: string) =>
    aiproxy.url?.('https://a.example', endpoint, {
      model: 'm',
      stream: false,
      credentials: { key: 'k', organization: '', other },
    });
  assert.equal(url(''), undefined);
  assert.equal(url('lib-1')?.href, 'https://a.example/api/library/ask');
});

for (const [status, message, verdict] of [
  [401, 'bad', 'credential'],
  [403, 'no', 'credential'],
  [200, 'Authorization is missing', 'credential'],
  [200, 'account in arrears', 'credential'],
  [200, 'insufficient balance', 'credential'],
  [200, 'library not found', 'credential'],
  [200, 'No endpoints found', 'retry'],
  [503, 'the load balancer is down', 'retry'],
  [429, 'slow', 'retry'],
  [200, 'query is empty', 'client'],
  [200, 'error 77', 'retry'],
  [503, 'down', 'retry'],
] as const) {
  test(`${status} "${message}" is judged ${verdict}`, () => {
    const body = { success: false, errCode: 1, message };
    const error =
      status === 200 ? aiproxyLibrary.errorIn(body) : aiproxyLibrary.readError(status, JSON.stringify(body));
    assert.equal(error?.verdict, verdict);
  });
}
