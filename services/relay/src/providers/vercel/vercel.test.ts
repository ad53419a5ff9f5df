import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patchedBy } from '../../harness/provider-call.ts';
import { vercel } from './index.ts';

test('neither other models nor companies are chosen; what the vendor is told stays', () => {
  const sent = (providerOptions: unknown) => patchedBy(vercel, { model: 'm', providerOptions }).providerOptions;
  const rest = { anthropic: { thinkingBudget: 1 } };
  const harmless = { zeroDataRetention: true };
  assert.deepEqual(sent({ ...rest, gateway: { ...harmless, models: ['dear'], order: ['dear'] } }), {
    ...rest,
    gateway: harmless,
  });
  assert.deepEqual(sent({ ...rest, gateway: harmless }), { ...rest, gateway: harmless });
  assert.deepEqual(sent(rest), rest);
});
