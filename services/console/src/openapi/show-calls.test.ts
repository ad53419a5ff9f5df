import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { bareApp } from './bare-app.ts';

let app: FastifyInstance;
before(async () => {
  ({ app } = await bareApp());
});
after(() => app.close());

for (const page of ['/api/docs', '/api/docs/']) {
  test(`${page} loads all it needs from here, and nothing that the content security policy forbids`, async () => {
    const response = await app.inject(page);
    assert.equal(response.statusCode, 200);
    const policy = String(response.headers['content-security-policy']);
    assert.match(policy, /script-src 'self';/);
    const files = [...response.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file);
    assert.ok(files.length >= 5);
    for (const file of files) {
      const { origin, pathname } = new URL(file, `http://localhost${page}`);
      assert.equal(origin, 'http://localhost', file);
      assert.equal((await app.inject(pathname)).statusCode, 200, pathname);
    }
    assert.doesNotMatch(response.body, /<script>|\son\w+=|javascript:/);
  });
}

test('the page reads the document that is written to openapi.json', async () => {
  const { body } = await app.inject('/api/docs/json');
  assert.deepEqual(JSON.parse(body), app.swagger());
});
