import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonBody } from '../../ingress/json-body.ts';
import { BodyEdit } from '../patch.ts';
import { carryBetas } from './carry-betas.ts';
import { bedrock } from './index.ts';
import { invokePatches } from './invoke-patches.ts';

function patched(body: Record<string, unknown>, model = 'claude-opus-4-6') {
  const edit = new BodyEdit(JsonBody.of(body));
  const credentials = { key: 'AK|SK|us-east-1', organization: '', other: '' };
  for (const patch of invokePatches) patch(edit, { model, stream: true, credentials });
  return JSON.parse(edit.write().toString('utf8'));
}

const messages = [{ role: 'user', content: 'Hi' }];
const version = { anthropic_version: 'bedrock-2023-05-31' };

test('the body loses what is in the address and what Bedrock refuses', () => {
  const refused = {
    model: 'x',
    stream: true,
    service_tier: 'auto',
    inference_geo: 'us',
    container: 'c',
    mcp_servers: [],
    cache_control: { type: 'ephemeral' },
    speed: 'fast',
    fallbacks: [],
  };
  const thinking = { type: 'adaptive', block_binding: {} };
  assert.deepEqual(patched({ ...refused, max_tokens: 5, messages, thinking }), {
    ...version,
    max_tokens: 5,
    messages,
    thinking: { type: 'adaptive' },
  });
});

test('tools of Anthropic’s host are left out, with their choice when none is left', () => {
  const tide = { name: 'tide', input_schema: {} };
  const search = { type: 'web_search_20250305', name: 'web_search' };
  const bash = { type: 'bash_20250124', name: 'bash' };
  assert.deepEqual(patched({ messages, tools: [tide, search, bash] }).tools, [tide, bash]);
  assert.deepEqual(patched({ messages, tools: [search], tool_choice: { type: 'any' } }), { ...version, messages });
});

test('models that keep to no schema are asked to in words', () => {
  const format = { type: 'json_schema', schema: { type: 'object' } };
  const tools = [{ name: 'tide', input_schema: {}, strict: true }];
  const body = { messages, system: 'Be brief.', output_config: { effort: 'low', format }, tools };
  assert.deepEqual(patched(body).output_config, body.output_config);
  assert.deepEqual(patched(body).tools, tools);
  const asked = patched(body, 'claude-opus-5-5');
  assert.deepEqual(asked.output_config, { effort: 'low' });
  assert.deepEqual(asked.tools, [{ name: 'tide', input_schema: {} }]);
  assert.equal(asked.system[0].text, 'Be brief.');
  assert.match(asked.system[1].text, /\{"type":"object"\}/);
});

test('betas move from the header into the body, but for those that only Anthropic’s host has', () => {
  const call = {
    url: new URL('https://bedrock-runtime.us-east-1.amazonaws.com/'),
    headers: ['content-type', 'application/json', 'anthropic-beta', 'context-1m-2025-08-07, files-api-2025-04-14'],
    body: Buffer.from(' {"max_tokens":1}'),
  };
  const carried = carryBetas(call);
  assert.deepEqual(carried.headers, ['content-type', 'application/json']);
  assert.deepEqual(JSON.parse(carried.body.toString()), { anthropic_beta: ['context-1m-2025-08-07'], max_tokens: 1 });
  const given = { ...call, body: Buffer.from('{"anthropic_beta":["own"],"max_tokens":1}') };
  assert.equal(carryBetas(given).body.toString(), '{"anthropic_beta":["own"],"max_tokens":1}');
});

test('the address: region, model as one segment, one for streams', () => {
  const [endpoint] = bedrock.endpoints;
  assert.ok(endpoint && bedrock.url);
  const credentials = { key: 'AK|SK|us-east-1', organization: '', other: '' };
  const target = { model: 'claude-haiku-4-5-20251001', stream: true, credentials };
  assert.equal(
    bedrock.url('', endpoint, target)?.href,
    'https://bedrock-runtime.us-east-1.amazonaws.com/model/us.anthropic.claude-haiku-4-5-20251001-v1%3A0/invoke-with-response-stream',
  );
  const arn = { model: 'arn:aws-cn:b:x:1:p/q', stream: false, credentials: { ...credentials, key: 'KEY|cn-north-1' } };
  assert.equal(
    bedrock.url('', endpoint, arn)?.href,
    'https://bedrock-runtime.cn-north-1.amazonaws.com.cn/model/arn%3Aaws-cn%3Ab%3Ax%3A1%3Ap%2Fq/invoke',
  );
  assert.equal(
    bedrock.url('https://vpce.example/base/', endpoint, { ...target, model: 'us.anthropic.m', stream: false })?.href,
    'https://vpce.example/base/model/us.anthropic.m/invoke',
  );
});

const samples: [string, number, string, string][] = [
  ['an unknown key', 403, '{"message":"The security token included in the request is invalid."}', 'credential'],
  ['a wrong secret', 403, '{"message":"The request signature we calculated does not match"}', 'credential'],
  ['a wrong clock', 403, '{"message":"Signature expired: 20261121T080000Z is now earlier"}', 'retry'],
  [
    'no access to the model',
    403,
    '{"message":"You don\'t have access to the model with the specified model ID."}',
    'retry',
  ],
  ['an agreement on its way', 403, '{"Message":"Your AWS Marketplace subscription is being created"}', 'retry'],
  ['an unknown API key', 401, '{"message":"x"}', 'credential'],
  ['a use-case form', 404, '{"message":"Model use case details have not been submitted"}', 'retry'],
  ['a bad field', 400, '{"message":"messages: Field required"}', 'client'],
  [
    'a wrong profile',
    400,
    '{"message":"Invocation of model ID x with on-demand throughput isn’t supported."}',
    'retry',
  ],
  ['a wrong id', 400, '{"message":"The provided model identifier is invalid."}', 'retry'],
  ['a closed account', 400, '{"message":"Operation not allowed"}', 'credential'],
  ['a field called as a fault', 400, '{"message":"operation not allowed: Extra inputs are not permitted"}', 'client'],
  ['a field called as a quota', 400, '{"message":"quota: Extra inputs are not permitted"}', 'client'],
  ['a quota', 400, '{"message":"Service quota exceeded"}', 'retry'],
  ['a timeout', 408, '{"message":"x"}', 'retry'],
  ['a fault of the model', 424, '{"message":"x"}', 'retry'],
  ['a limit', 429, '{"message":"Too many tokens per day"}', 'retry'],
];

for (const [name, status, body, verdict] of samples) {
  test(`${name} is judged ${verdict}`, () =>
    assert.equal(bedrock.endpoints[0]?.dialect.readError(status, body).verdict, verdict));
}
