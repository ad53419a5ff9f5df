import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type TestConsole, testConsole } from './testing/console.ts';

const root = mkdtempSync(join(tmpdir(), 'web-'));
let testing: TestConsole;
before(async () => {
  mkdirSync(join(root, 'assets'));
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>app</title>');
  writeFileSync(join(root, 'assets/main-abc123.js'), 'export {};');
  writeFileSync(join(root, 'logo.png'), 'png');
  testing = await testConsole({ config: { webRoot: root } });
});
after(async () => {
  await testing.close();
  rmSync(root, { recursive: true });
});

const get = (url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') => testing.app.inject({ method, url });

for (const path of ['/', '/login', '/channel/edit/5', '/setting?tab=system', '/api-docs', '/v1x']) {
  test(`${path} is a page of the app and never kept`, async () => {
    const response = await get(path);
    assert.equal(response.statusCode, 200);
    assert.match(response.body, /<title>app/);
    assert.match(String(response.headers['content-type']), /text\/html/);
    assert.equal(response.headers['cache-control'], 'no-cache');
  });
}

test('hashed files are kept for a year, others are asked for again', async () => {
  const hashed = await get('/assets/main-abc123.js');
  assert.equal(hashed.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.match(String(hashed.headers['content-type']), /javascript/);
  assert.equal((await get('/logo.png')).headers['cache-control'], 'no-cache');
});

for (const [method, path] of [
  ['GET', '/api/nothing'],
  ['GET', '/api'],
  ['GET', '/assets'],
  ['GET', '/assets/'],
  ['GET', '/assets/missing-abc.js'],
  ['GET', '/internal/providers'],
  ['POST', '/login'],
  ['POST', '/'],
] as const) {
  test(`${method} ${path} is not found, in the shape API clients read`, async () => {
    const response = await get(path, method);
    assert.equal(response.statusCode, 404);
    assert.deepEqual(response.json(), {
      error: { message: `Invalid URL (${method} ${path})`, type: 'invalid_request_error', param: '', code: '' },
    });
  });
}

for (const path of ['/../package.json', '/%2e%2e/package.json', '/assets/../../package.json', '/..%2fpackage.json']) {
  test(`${path} does not leave the folder`, async () => {
    assert.doesNotMatch((await get(path)).body, /"name"/);
  });
}

test('every answer carries the security headers and a request id', async () => {
  for (const path of ['/', '/assets/main-abc123.js', '/api/status', '/api/nothing']) {
    const { headers } = await get(path);
    assert.match(String(headers['content-security-policy']), /default-src 'none'; script-src 'self';/, path);
    assert.match(String(headers['content-security-policy']), /form-action 'self' https:;/, 'payment gateways');
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.match(String(headers['x-oneapi-request-id']), /^[0-9a-f-]{36}$/);
  }
});

test('answers of calls are never kept', async () => {
  for (const path of ['/api/status', '/api/user/self', '/api/nothing']) {
    assert.equal((await get(path)).headers['cache-control'], 'no-store', path);
  }
});

test('health says alive and ready', async () => {
  assert.equal((await get('/livez')).body, 'alive');
  assert.equal((await get('/readyz')).body, 'ready');
});
