import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readThrown } from './failure.ts';

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
