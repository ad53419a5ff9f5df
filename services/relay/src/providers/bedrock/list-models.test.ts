import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listModels } from './list-models.ts';

test('models and profiles of the region are listed once, by the names that other hosts use, with signed calls', async () => {
  const calls: [string, readonly string[]][] = [];
  const answers: Record<string, unknown> = {
    '/foundation-models': { modelSummaries: [{ modelId: 'anthropic.claude-opus-4-6-v1' }, { modelId: 7 }] },
    '/inference-profiles': {
      inferenceProfileSummaries: [
        { inferenceProfileId: 'eu.anthropic.claude-opus-4-6-v1' },
        { inferenceProfileId: 'eu.anthropic.claude-3-haiku-20240307-v1:0' },
        { inferenceProfileId: 'eu.amazon.nova-pro-v1:0' },
      ],
    },
  };
  const credentials = { key: 'AK|SK|eu-west-1', organization: '', other: '' };
  const names = await listModels(async (target, init) => {
    calls.push([target, init?.headers ?? []]);
    return answers[new URL(target).pathname];
  }, credentials);
  assert.deepEqual(names, ['claude-opus-4-6', 'eu.anthropic.claude-3-haiku-20240307-v1:0']);
  for (const [target, headers] of calls) {
    assert.match(target, /^https:\/\/bedrock\.eu-west-1\.amazonaws\.com\//);
    assert.match(headers[headers.indexOf('authorization') + 1] ?? '', /SignedHeaders=content-type;host;x-amz-date,/);
    assert.equal(headers[headers.indexOf('content-type') + 1], 'application/json');
  }
});
