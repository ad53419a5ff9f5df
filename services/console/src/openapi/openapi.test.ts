import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { testsOf } from './call-table.ts';
import { missingCalls } from './calls-page.ts';
import { make } from './make.ts';

let made: Awaited<ReturnType<typeof make>>;
before(async () => {
  made = await make();
});

const written = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

for (const name of ['openapi.json', 'CALLS.md']) {
  test(`${name} is what the routes are`, () => {
    assert.ok(made.files[name] === written(name), `${name} is out of date: run npm run openapi`);
  });
}

test('every call of the specification is there', () => {
  assert.deepEqual(missingCalls(made.calls), []);
});

test('every call is made by a test, beside that of who may make it', () => {
  const untested = made.calls.filter(({ tests }) => tests.length === 0);
  assert.deepEqual(
    untested.map(({ method, path }) => `${method} ${path}`),
    [],
  );
});

test('a test of one method is none of another on the same path', () => {
  const called = (text: string) =>
    ['GET', 'POST', 'PUT', 'DELETE'].filter(
      (method) => testsOf({ method, path: '/api/thing/:id', file: '' }, new Map([['a.test.ts', text]])).length > 0,
    );
  assert.deepEqual(called("user.get('/api/thing/1')"), ['GET']);
  assert.deepEqual(called('user.put(`/api/thing/7`, {})'), ['PUT']);
  assert.deepEqual(called("user.request(\n 'DELETE',\n `/api/thing/7?now=1`)"), ['DELETE']);
  assert.deepEqual(called("app.inject({ method: 'POST', url: '/api/thing/1' })"), ['POST']);
  assert.deepEqual(called("vendors.call('/api/thing/1', notice)"), ['POST']);
  assert.deepEqual(called("await found(user, '/api/thing/1')"), ['GET'], 'helpers read');
  assert.deepEqual(called("user.post('/api/thing/1/part')"), []);
});

test('every call is in the document, with its answers and who may make it', () => {
  const { paths } = JSON.parse(made.files['openapi.json'] ?? '');
  for (const { method, path, access } of made.calls) {
    const own = path.replaceAll(/:(\w+)/g, '{$1}');
    const operation = (paths[own] ?? paths[`${own}/`])?.[method.toLowerCase()];
    assert.ok(operation, `${method} ${path}`);
    assert.equal(operation.security.length, access === 'public' || access === 'callback' ? 0 : 1, path);
    assert.ok(Object.keys(operation.responses).length > 0);
  }
});
