import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileCard } from '@switchyard/pricing';
import { JsonBody } from '../ingress/json-body.ts';
import { readRequest } from '../ingress/openai/read-request.ts';
import { estimate } from './estimate.ts';

test('speech is held for as the host counts that counts most: a Chinese character twice', async () => {
  const body = JsonBody.of({ model: 'm', voice: 'alloy', input: '退潮 at 8' });
  const request = await readRequest('audio/speech', body);
  assert.equal(request.asked?.characters, 7);
  // 200 USD per million are 100 quota for each.
  assert.equal(estimate(request, compileCard({ perMillionCharacters: '200' }, '1'), 500).amount, 900);
});
