import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { parseObject } from '../../upstream/parse-object.ts';
import type { HostRequest } from '../host.ts';
import { canonicalRequest, sigV4 } from './sig-v4.ts';

const keys = {
  accessKeyId: 'AKIAUNITTEST00000001',
  secretAccessKey: 'unitTestSecretKeyUnitTestSecretKey000001',
  region: 'us-east-1',
  service: 'bedrock',
};
const signedHeaders = ['content-type', 'host', 'x-amz-date'];
const signature = '75fb568daf79b6e94f8a08202a22d4489a343e2271f67e8f1cb1308bbb183d95';
const authorization =
  'AWS4-HMAC-SHA256 Credential=AKIAUNITTEST00000001/20261121/us-east-1/bedrock/aws4_request, ' +
  `SignedHeaders=${signedHeaders.join(';')}, Signature=${signature}`;
const body = '{"anthropic_version":"bedrock-2023-05-31","max_tokens":16,"messages":[{"role":"user","content":"ping"}]}';
const request: HostRequest = {
  method: 'POST',
  path: '/model/us.anthropic.claude-haiku-4-5-20251001-v1%3A0/invoke',
  query: new URLSearchParams(),
  headers: {
    'content-type': 'application/json',
    host: 'bedrock-runtime.us-east-1.amazonaws.com',
    'x-amz-date': '20261121T080000Z',
    authorization,
  },
  body: Buffer.from(body),
  json: () => parseObject(body),
};
const now = () => Date.parse('2026-11-21T08:00:30Z');

test('the canonical request and its signature are those of the known vector', () => {
  const digest = createHash('sha256').update(canonicalRequest(request, signedHeaders)).digest('hex');
  assert.equal(digest, '3b5a1fa79db8b10d46236247b19e2f78b1010da191a5047304e57efb52c7d402');
  assert.equal(sigV4(keys, now)(request), undefined);
});

test('another body, path, key, scope or time is refused', () => {
  const proof = sigV4(keys, now);
  const headers = { ...request.headers, authorization: authorization.replace('us-east-1', 'eu-west-1') };
  assert.match(proof({ ...request, body: Buffer.from('{}') }) ?? '', /does not match/);
  assert.match(proof({ ...request, path: request.path.replace('%3A', ':') }) ?? '', /does not match/);
  assert.match(sigV4({ ...keys, secretAccessKey: 'other' }, now)(request) ?? '', /does not match/);
  assert.match(proof({ ...request, headers }) ?? '', /scoped/);
  assert.match(sigV4(keys, () => now() + 400_000)(request) ?? '', /expired/);
  assert.match(sigV4({ ...keys, sessionToken: 'temporary' }, now)(request) ?? '', /security token/);
});
