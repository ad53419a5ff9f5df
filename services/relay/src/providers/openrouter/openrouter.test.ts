import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import { patched } from '../../harness/patched.ts';
import type { HostCall } from '../provider.ts';
import { openrouter } from './index.ts';

const credentials = { key: 'k', organization: '', other: '' };

test('the balance is what was bought less what was used', async () => {
  const host: HostCall = async (target) => {
    assert.equal(target, '/v1/credits');
    return { data: { total_credits: 20, total_usage: 7.5 } };
  };
  assert.deepEqual(await openrouter.readBalance?.(host, credentials), { amount: '12.5000', currency: 'USD' });
});

test('a key that may not see the account tells what is left of its own limit', async () => {
  const answering =
    (left: number | null): HostCall =>
    async (target) => {
      if (target === '/v1/key') return { data: { limit: left, limit_remaining: left } };
      throw new UpstreamRefusal({ verdict: 'retry', message: 'no', type: 'x', code: null, param: null });
    };
  assert.equal((await openrouter.readBalance?.(answering(3), credentials))?.amount, '3.0000');
  await assert.rejects(async () => openrouter.readBalance?.(answering(null), credentials), /tells no balance/);
});

test('no company is chosen, wherever a request goes; what is asked of its rules and prices stays', () => {
  const bounds = { data_collection: 'deny', max_price: { prompt: 1 } };
  for (const { patch = [] } of openrouter.endpoints) {
    const warned: string[] = [];
    const sent = (provider: unknown) =>
      patched(patch, { provider }, 'm', { warn: (field) => warned.push(field) }).provider;
    assert.deepEqual(sent({ ...bounds, order: ['dear'], only: ['dear'], sort: 'throughput' }), bounds);
    assert.deepEqual(warned, ['provider']);
    assert.deepEqual(sent(bounds), bounds);
    assert.equal(sent('dear'), undefined);
    assert.deepEqual(warned, ['provider']);
  }
});
