import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sse } from '../../egress/framing/sse.ts';
import { addressOf, patchedBy } from '../../harness/provider-call.ts';
import { readFixture, replay, textOf } from '../../harness/replay.ts';
import { deepseek } from './index.ts';

const model = 'deepseek-flash';
const question = { role: 'user', content: 'When is low water?' };
const call = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'tide', arguments: '{"port":  "Brest"}' } }],
};
const result = { role: 'tool', tool_call_id: 'c1', content: '10:12' };

test('a stream that was interrupted for want of machines has reached its length', () => {
  const [endpoint] = deepseek.endpoints;
  assert.ok(endpoint?.operation === 'chat');
  const parts = replay(readFixture(import.meta.url, 'thinking.sse'), sse, endpoint.dialect.readStream);
  assert.equal(textOf(parts, 'reasoning'), 'Gezeiten');
  assert.equal(textOf(parts, 'text'), 'um 16:40 — 潮');
  const last = parts.at(-1);
  assert.ok(last?.type === 'finish');
  assert.equal(last.finishReason.unified, 'length');
  assert.deepEqual(last.usage, { prompt: 30, completion: 25, cacheRead: 10, cacheWrite: 0, reasoning: 20 });
});

test('a history with calls has reasoning in every turn, that of the client where it sent any', () => {
  const said = { role: 'assistant', content: 'Ahoy', reasoning_content: 'greet' };
  const { messages } = patchedBy(deepseek, { model, messages: [question, said, question, call, result] });
  assert.deepEqual(messages, [question, said, question, { ...call, reasoning_content: '' }, result]);
});

test('a history without calls, and one of a model that does not think, is not touched', () => {
  const plain = [question, { role: 'assistant', content: 'Ahoy' }, question];
  assert.deepEqual(patchedBy(deepseek, { model, messages: plain }).messages, plain);
  const off = patchedBy(deepseek, { model, messages: [question, call, result], reasoning_effort: 'none' });
  assert.deepEqual(off, { model, messages: [question, call, result], thinking: { type: 'disabled' } });
});

test('levels of thinking pass; the host knows them all', () => {
  assert.equal(patchedBy(deepseek, { model, messages: [], reasoning_effort: 'xhigh' }).reasoning_effort, 'xhigh');
});

test('a schema becomes words, since answers are objects at most', () => {
  const sent = patchedBy(deepseek, {
    model,
    messages: [question],
    response_format: { type: 'json_schema', json_schema: { name: 'tide', schema: { type: 'object' } } },
  });
  assert.deepEqual(sent.response_format, { type: 'json_object' });
  const [told, asked] = sent.messages as { role: string; content: string }[];
  assert.deepEqual(asked, question);
  assert.match(told?.content ?? '', /json.*\{"type":"object"\}/);
});

test('users are named in the few characters that are taken', () => {
  const user = (name: string) => patchedBy(deepseek, { model, messages: [], user: name });
  assert.deepEqual(user('u-1'), { model, messages: [], user_id: 'u-1' });
  assert.match(String(user('ada@mail.example').user_id), /^[0-9a-f]{64}$/);
  assert.deepEqual(user(''), { model, messages: [] });
});

test('members that the host does not know are left out', () => {
  const sent = patchedBy(deepseek, {
    model,
    messages: [{ role: 'developer', content: 'Be brief.' }],
    max_completion_tokens: 5,
    n: 2,
    seed: 1,
    logprobs: true,
    parallel_tool_calls: true,
  });
  assert.deepEqual(sent, { model, messages: [{ role: 'system', content: 'Be brief.' }], max_tokens: 5 });
});

test("all of the host's formats have their address", () => {
  assert.equal(addressOf(deepseek, 'completions'), 'https://api.deepseek.com/beta/completions');
  assert.equal(addressOf(deepseek, 'chat'), 'https://api.deepseek.com/v1/chat/completions');
  for (const base of ['https://api.deepseek.com', 'https://api.deepseek.com/v1']) {
    assert.equal(
      addressOf(deepseek, 'chat', { base, dialect: 'anthropic-messages' }),
      'https://api.deepseek.com/anthropic/v1/messages',
    );
  }
});

test('the balance is the one with most in it', async () => {
  const balance_infos = [
    { currency: 'CNY', total_balance: '3.10' },
    { currency: 'USD', total_balance: '11.02' },
  ];
  const host = async () => ({ is_available: true, balance_infos });
  const credentials = { key: 'k', organization: '', other: '' };
  assert.deepEqual(await deepseek.readBalance?.(host, credentials), { amount: '11.02', currency: 'USD' });
  await assert.rejects(async () => deepseek.readBalance?.(async () => ({}), credentials));
});

test('the balance is asked for beside the version', async () => {
  const target = async (baseUrl: string) => {
    let asked = '';
    const host = async (address: string) => {
      asked = address;
      return { balance_infos: [{ currency: 'CNY', total_balance: '1.00' }] };
    };
    await deepseek.readBalance?.(host, { key: 'k', organization: '', other: '', baseUrl });
    return asked;
  };
  assert.equal(await target('https://api.deepseek.com/v1'), 'https://api.deepseek.com/user/balance');
  for (const base of ['', 'https://api.deepseek.com']) assert.equal(await target(base), '/user/balance');
});

for (const [status, message, verdict] of [
  [400, 'Model Not Exist', 'retry'],
  [400, 'The reasoning_content in the thinking mode must be passed back', 'client'],
  [401, 'Authentication Fails', 'credential'],
  [402, 'Insufficient Balance', 'credential'],
  [422, 'Invalid parameters', 'client'],
  [429, 'rate', 'retry'],
  [503, 'busy', 'retry'],
] as const) {
  test(`${status} ${message} is judged ${verdict}`, () => {
    const body = JSON.stringify({ error: { message, type: 'unknown_error', code: 'invalid_request_error' } });
    for (const { dialect } of deepseek.endpoints) assert.equal(dialect.readError(status, body).verdict, verdict);
  });
}
