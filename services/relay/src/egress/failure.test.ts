import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import { anthropicMessages } from '../dialects/anthropic-messages/index.ts';
import type { ClientDialect } from '../dialects/dialect.ts';
import { gemini } from '../dialects/gemini/index.ts';
import { openaiChat } from '../dialects/openai-chat/index.ts';
import type { Provider } from '../providers/provider.ts';
import { Channel } from '../routing/channel.ts';
import { noAddress, readRefusal, readThrown } from './failure.ts';

const thrown = (code: string) => readThrown(Object.assign(new Error(`connect ${code} 10.0.0.7:443`), { code }));

test('a machine without files, ports or memory left turns the request away, and blames no channel for it', () => {
  for (const code of ['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL']) {
    const { error, retry, blame } = thrown(code);
    assert.deepEqual([error.status, error.code, retry, blame], [503, 'overloaded', false, 'none'], code);
    assert.ok((error.retryAfterMs ?? 0) >= 1_000);
  }
});

test('a connection that breaks is the channel, and another may do better', () => {
  for (const code of ['ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT', 'UND_ERR_SOCKET']) {
    const { error, retry, blame, reason } = thrown(code);
    assert.deepEqual([error.status, retry, blame, reason], [502, true, 'channel', `connection failed: ${code}`], code);
  }
});

const provider: Provider = {
  ...{ type: 1, name: 'example', label: 'Example', baseUrl: 'https://api.example', models: [] },
  ...{ keyHint: '', otherHint: '', endpoints: [] },
  sign: () => [],
};

function channel(statusCodeMapping: Record<string, string> = {}, host = provider): Channel {
  const names = { id: 1, name: 'one', key: 'k', baseUrl: '', other: '', organization: '', models: [], testModel: '' };
  const fields = { ...names, modelMapping: {}, statusCodeMapping, paramOverride: {}, setting: {}, autoBan: true };
  return new Channel(fields, host, () => assert.fail());
}

function refusal(status: number, mapping: Record<string, string>, error: object = { message: 'x' }, host = provider) {
  const read = readRefusal(openaiChat, channel(mapping, host), status, {}, JSON.stringify({ error }));
  return [read.error.status, read.retry, read.blame];
}

test('a status counts as what the operator maps it to: for the client, for trying again and for the channel’s health', () => {
  assert.deepEqual(refusal(400, {}), [400, false, 'none']);
  assert.deepEqual(refusal(400, { '400': '500' }), [500, true, 'channel']);
  assert.deepEqual(refusal(500, { '500': '400' }), [400, false, 'none']);
  assert.deepEqual(refusal(401, { '401': '429' }), [429, true, 'channel']);
});

test('a key that the host names as refused is refused whatever its status is mapped to', () => {
  const dead = { message: 'x', code: 'invalid_api_key' };
  assert.deepEqual(refusal(401, { '401': '400' }, dead), [502, true, 'credential']);
  assert.deepEqual(refusal(403, { '403': '400' }, { message: 'your balance is used up' }), [502, true, 'credential']);
});

test('where the provider keeps its verdicts, a mapping is for the client alone', () => {
  const keeping: Provider = { ...provider, keepsVerdicts: true };
  assert.deepEqual(refusal(400, { '400': '500' }, undefined, keeping), [500, false, 'none']);
});

test('what the operator’s key may not do is no fault of the client’s key', () => {
  for (const status of [401, 402, 403]) {
    const error = { type: 'permission_error', message: 'You may not use this model' };
    const body = JSON.stringify({ type: 'error', error });
    const told = readRefusal(anthropicMessages, channel(), status, {}, body).error;
    assert.doesNotMatch(told.message, /may not/);
    assert.equal(told.status, status === 403 ? 503 : 502);
  }
});

test('an overload is one that the client’s dialect knows', () => {
  const { error } = readRefusal(anthropicMessages, channel(), 529, {}, '{"error":{"type":"overloaded_error"}}');
  const told = (dialect: ClientDialect) => dialect.writeError(error, 'r1').status ?? error.status;
  assert.deepEqual([openaiChat, gemini, anthropicMessages].map(told), [503, 503, 529]);
});

test('no wait is longer than official clients obey, whoever asks for it', () => {
  const slow = JSON.stringify({ error: { message: 'slow' } });
  const asked = (headers: IncomingHttpHeaders) => readRefusal(openaiChat, channel(), 429, headers, slow);
  for (const headers of [{ 'retry-after': '300' }, { 'retry-after': '60' }, { 'retry-after-ms': '60000' }]) {
    const { error, pauseMs } = asked(headers);
    assert.deepEqual([error.retryAfterMs, pauseMs], [59_000, 59_000]);
  }
  assert.equal(asked({ 'retry-after': '20' }).error.retryAfterMs, 20_000);
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '80s' }];
  const google = JSON.stringify({ error: { message: 'slow', status: 'RESOURCE_EXHAUSTED', details } });
  assert.equal(readRefusal(gemini, channel(), 429, {}, google).error.retryAfterMs, 59_000);
  assert.equal(noAddress('default', 'm', 300_000).error.retryAfterMs, 59_000);
  assert.equal(noAddress('default', 'm', 10_000).error.retryAfterMs, 10_000);
});
