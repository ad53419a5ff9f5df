import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Verdict } from '../dialects/canonical.ts';
import { UpstreamRefusal } from '../dialects/upstream-refusal.ts';
import { listModelsUnder } from './list-models-under.ts';
import type { HostCall } from './provider.ts';

const list = listModelsUnder('/api/paas/v4/models');
const credentials = { key: '', organization: '', other: '' };

function refusal(verdict: Verdict) {
  return new UpstreamRefusal({ verdict, message: 'no', type: 'upstream_error', code: null, param: null });
}

test('a list that is not under the prefix is looked for at the base', async () => {
  const asked: string[] = [];
  const host: HostCall = async (target) => {
    asked.push(target);
    if (target !== '/v1/models') throw refusal('retry');
    return { data: [{ id: 'glm-5.3' }, { name: 'nameless' }] };
  };
  assert.deepEqual(await list(host, credentials), ['glm-5.3']);
  assert.deepEqual(asked, ['/api/paas/v4/models', '/v1/models']);
});

test('a refused key is not tried a second time', async () => {
  let calls = 0;
  const host: HostCall = async () => {
    calls++;
    throw refusal('credential');
  };
  await assert.rejects(async () => list(host, credentials), UpstreamRefusal);
  assert.equal(calls, 1);
});
