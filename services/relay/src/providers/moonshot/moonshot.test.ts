import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, patchedBy } from '../../harness/provider-call.ts';
import { moonshot } from './index.ts';

const messages = [{ role: 'user', content: 'When is low water?' }];

test('models that fix their sampling are sent none', () => {
  const settings = { temperature: 0.2, top_p: 0.5, presence_penalty: 1, frequency_penalty: 1 };
  for (const model of ['kimi-k3', 'kimi-k2.7-code', 'kimi-k2.6', 'kimi-k2.5']) {
    assert.deepEqual(patchedBy(moonshot, { model, messages, ...settings }), { model, messages });
  }
  const old = { model: 'moonshot-v1-8k', messages };
  assert.deepEqual(patchedBy(moonshot, { ...old, temperature: 1.8 }), { ...old, temperature: 1 });
});

test('effort is a level, a switch or nothing, as the model has it', () => {
  const effort = (model: string, reasoning_effort: string) => {
    const { messages: _, model: __, ...rest } = patchedBy(moonshot, { model, messages, reasoning_effort });
    return rest;
  };
  assert.deepEqual(effort('kimi-k3', 'medium'), { reasoning_effort: 'high' });
  assert.deepEqual(effort('kimi-k3', 'xhigh'), { reasoning_effort: 'max' });
  assert.deepEqual(effort('kimi-k2.6', 'minimal'), { thinking: { type: 'disabled' } });
  assert.deepEqual(effort('kimi-k2.6', 'low'), { thinking: { type: 'enabled' } });
  assert.deepEqual(effort('kimi-k2.7-code', 'none'), {});
});

test('a required call is asked for where that is not refused', () => {
  const choice = (model: string) => patchedBy(moonshot, { model, messages, tool_choice: 'required' }).tool_choice;
  assert.equal(choice('kimi-k2.7-code'), 'auto');
  assert.equal(choice('kimi-k3'), 'required');
});

test('turns without words and calls are left out; turns with calls stay', () => {
  const call = { role: 'assistant', content: '', tool_calls: [{ id: 'c', type: 'function', function: {} }] };
  const sent = patchedBy(moonshot, {
    model: 'kimi-k3',
    messages: [...messages, { role: 'assistant', content: '' }, call, { role: 'user', content: '' }],
  });
  assert.deepEqual(sent.messages, [...messages, call, { role: 'user', content: '' }]);
});

test('the limit of an answer has the name that the model knows', () => {
  const limit = (model: string) => patchedBy(moonshot, { model, messages: [], max_completion_tokens: 9 });
  assert.equal(limit('kimi-k2.6').max_tokens, 9);
  assert.equal(limit('kimi-k3').max_completion_tokens, 9);
});

test("both of the host's formats have their address, with and without a version in the base", () => {
  for (const base of ['https://api.moonshot.cn', 'https://api.moonshot.cn/v1']) {
    assert.equal(addressOf(moonshot, 'chat', { base }), 'https://api.moonshot.cn/v1/chat/completions');
    assert.equal(
      addressOf(moonshot, 'chat', { base, dialect: 'anthropic-messages' }),
      'https://api.moonshot.cn/anthropic/v1/messages',
    );
  }
});

test('the balance is in the money of the host', async () => {
  const host = async () => ({ code: 0, data: { available_balance: 49.5, voucher_balance: 46.5 }, status: true });
  const credentials = { key: 'k', organization: '', other: '' };
  assert.deepEqual(await moonshot.readBalance?.(host, credentials), { amount: '49.5', currency: 'CNY' });
  const abroad = { ...credentials, baseUrl: 'https://api.moonshot.ai' };
  assert.deepEqual(await moonshot.readBalance?.(host, abroad), { amount: '49.5', currency: 'USD' });
});

for (const [status, type, message, verdict] of [
  [401, 'invalid_authentication_error', 'bad key', 'credential'],
  [403, 'permission_denied_error', 'your balance is used up', 'credential'],
  [403, 'permission_denied_error', 'not allowed', 'retry'],
  [429, 'exceeded_current_quota_error', 'disabled', 'credential'],
  [429, 'rate_limit_reached_error', 'slow down', 'retry'],
  [429, 'engine_overloaded_error', 'busy', 'retry'],
  [404, 'resource_not_found_error', 'no such model', 'retry'],
  [400, 'invalid_request_error', 'too many tokens', 'client'],
  [400, 'content_filter', 'considered high risk', 'client'],
  [500, 'server_error', 'oops', 'retry'],
] as const) {
  test(`${status} ${type} (${message}) is judged ${verdict}`, () => {
    for (const { dialect } of moonshot.endpoints) {
      assert.equal(dialect.readError(status, JSON.stringify({ error: { type, message } })).verdict, verdict);
    }
  });
}
