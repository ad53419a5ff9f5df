import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HostCall } from '../provider.ts';
import { custom } from './index.ts';

const credentials = (baseUrl: string) => ({ key: 'k', organization: '', other: '', baseUrl });

test('the balance is the limit less what is used of it', async () => {
  const host: HostCall = async (target) =>
    target.endsWith('/subscription') ? { hard_limit_usd: 12.5 } : { total_usage: 250 };
  assert.deepEqual(await custom.readBalance?.(host, credentials('https://a.example')), {
    amount: '10.0000',
    currency: 'USD',
  });
  await assert.rejects(async () => custom.readBalance?.(async () => ({}), credentials('https://a.example')));
});

test('models are listed by a host, never by an address for one call', async () => {
  const host: HostCall = async () => ({ data: [{ id: 'tide-7b' }] });
  assert.deepEqual(await custom.listModels?.(host, credentials('https://a.example/v1')), ['tide-7b']);
  for (const base of ['https://a.example/{model}/chat', 'https://a.example/v1/chat/completions']) {
    await assert.rejects(async () => custom.listModels?.(host, credentials(base)), /type their names/);
  }
});

test('what a refusal means is read from the host’s own status: a mapping is for the client', () => {
  assert.equal(custom.keepsVerdicts, true);
});
