import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signV4 } from './sign-v4.ts';

const access = {
  kind: 'signature',
  accessKeyId: 'AKIAUNITTEST00000001',
  secretAccessKey: 'unitTestSecretKeyUnitTestSecretKey000001',
  region: 'us-east-1',
} as const;
const call = {
  url: new URL(
    'https://bedrock-runtime.us-east-1.amazonaws.com/model/us.anthropic.claude-haiku-4-5-20251001-v1%3A0/invoke',
  ),
  headers: ['content-type', 'application/json', 'x-amz-date', '20261121T080000Z', 'accept', '*/*'],
  body: Buffer.from(
    '{"anthropic_version":"bedrock-2023-05-31","max_tokens":16,"messages":[{"role":"user","content":"ping"}]}',
  ),
};

/** Headers as an object; fails when one comes twice. */
function signed(...rest: Parameters<typeof signV4>): Record<string, string> {
  const list = signV4(...rest);
  const headers: Record<string, string> = {};
  for (let i = 0; i < list.length; i += 2) {
    assert.ok(!((list[i] as string) in headers), `${list[i]} twice`);
    headers[list[i] as string] = list[i + 1] as string;
  }
  return headers;
}

test('signs as AWS does: a vector with a colon in its path', () => {
  const headers = signed(call, access);
  assert.equal(
    headers.authorization,
    'AWS4-HMAC-SHA256 Credential=AKIAUNITTEST00000001/20261121/us-east-1/bedrock/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=75fb568daf79b6e94f8a08202a22d4489a343e2271f67e8f1cb1308bbb183d95',
  );
  assert.equal(headers['x-amz-date'], '20261121T080000Z');
  assert.equal(headers.accept, '*/*');
});

test('a temporary key sends and signs its token', () => {
  const headers = signed(call, { ...access, sessionToken: 'token' });
  assert.equal(headers['x-amz-security-token'], 'token');
  assert.match(headers.authorization ?? '', /SignedHeaders=content-type;host;x-amz-date;x-amz-security-token,/);
});

test('the time is the clock’s unless it is given', () => {
  const headers = signed({ ...call, headers: ['content-type', 'application/json'] }, access);
  assert.match(headers['x-amz-date'] ?? '', /^\d{8}T\d{6}Z$/);
});
