import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAccess } from './access.ts';
import { modelId, nameOf } from './model-id.ts';

const keyIn = (region: string) => `AKIATEST|secret|${region}`;

/** Name, region, `other` and the id. */
const samples: [string, string, string, string][] = [
  ['claude-haiku-4-5-20251001', 'us-east-1', '', 'us.anthropic.claude-haiku-4-5-20251001-v1:0'],
  ['claude-opus-4-6', 'eu-west-3', '', 'eu.anthropic.claude-opus-4-6-v1'],
  ['claude-sonnet-4-6', 'ap-northeast-1', '', 'jp.anthropic.claude-sonnet-4-6'],
  ['claude-fable-5-1', 'ap-southeast-2', '', 'au.anthropic.claude-fable-5-1'],
  ['claude-fable-5-1', 'ap-south-1', '', 'apac.anthropic.claude-fable-5-1'],
  ['claude-opus-5', 'us-gov-west-1', '', 'us-gov.anthropic.claude-opus-5'],
  ['claude-opus-5', 'ca-central-1', '', 'us.anthropic.claude-opus-5'],
  ['claude-opus-5', 'sa-east-1', '', 'anthropic.claude-opus-5'],
  ['claude-opus-5', 'us-east-1', 'global', 'global.anthropic.claude-opus-5'],
  ['claude-opus-5', 'us-east-1', 'none', 'anthropic.claude-opus-5'],
  ['claude-opus-5', 'us-east-1', '{"claude-opus-5":"arn:aws:bedrock:x"}', 'arn:aws:bedrock:x'],
  ['claude-opus-5', 'us-east-1', '{"else":"x"}', 'us.anthropic.claude-opus-5'],
  ['claude-opus-5', 'us-east-1', '{broken', 'us.anthropic.claude-opus-5'],
  ['claude-opus-5-thinking', 'us-east-1', '', 'us.anthropic.claude-opus-5'],
  ['anthropic.claude-x-v1:0', 'us-east-1', '', 'us.anthropic.claude-x-v1:0'],
  ['eu.anthropic.claude-x-v1:0', 'us-east-1', 'global', 'eu.anthropic.claude-x-v1:0'],
  [
    'arn:aws:bedrock:us-east-1:1:inference-profile/p',
    'us-east-1',
    '',
    'arn:aws:bedrock:us-east-1:1:inference-profile/p',
  ],
];

for (const [name, region, other, id] of samples) {
  test(`${name} in ${region} with ${other || 'nothing set'} is ${id}`, () =>
    assert.equal(modelId(name, { key: keyIn(region), other }), id));
}

test('an id has the name that leads back to it', () => {
  assert.equal(nameOf('us.anthropic.claude-haiku-4-5-20251001-v1:0'), 'claude-haiku-4-5-20251001');
  assert.equal(nameOf('anthropic.claude-opus-4-6-v1'), 'claude-opus-4-6');
  assert.equal(nameOf('global.anthropic.claude-opus-5-5'), 'claude-opus-5-5');
  // No rule leads from the bare name to this version.
  assert.equal(nameOf('eu.anthropic.claude-3-haiku-20240307-v1:0'), 'eu.anthropic.claude-3-haiku-20240307-v1:0');
});

test('keys: permanent, temporary and API keys, with spaces around; all others are refused as keys', () => {
  assert.deepEqual(readAccess(' AK | SK | us-east-1 '), {
    kind: 'signature',
    accessKeyId: 'AK',
    secretAccessKey: 'SK',
    region: 'us-east-1',
  });
  assert.deepEqual(readAccess('AK|SK|us-east-1|TOKEN'), {
    kind: 'signature',
    accessKeyId: 'AK',
    secretAccessKey: 'SK',
    region: 'us-east-1',
    sessionToken: 'TOKEN',
  });
  assert.deepEqual(readAccess('APIKEY|eu-west-1'), { kind: 'bearer', apiKey: 'APIKEY', region: 'eu-west-1' });
  for (const key of ['', 'AK', 'AK|SK|', 'AK|SK|evil.example/', 'AK||us-east-1', 'A|B|us-east-1|C|D']) {
    assert.throws(
      () => readAccess(key),
      (error: { upstream?: { verdict: string } }) => error.upstream?.verdict === 'credential',
    );
  }
});
