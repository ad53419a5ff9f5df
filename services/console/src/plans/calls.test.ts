import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { listCalls } from './calls.ts';

interface Operation {
  readonly parameters?: readonly { readonly name: string }[];
}

test('every list that has pages is measured', () => {
  const document = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8');
  const paths: Record<string, { readonly get?: Operation }> = JSON.parse(document).paths;
  const measured = listCalls(0).map(({ path }) => path);
  const forgotten = Object.entries(paths)
    .filter(([, { get }]) => get?.parameters?.some(({ name }) => name === 'p'))
    .map(([path]) => path.replace(/\/$/, ''))
    .filter((path) => {
      const called = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?\\?`);
      return !measured.some((call) => called.test(call));
    });
  assert.deepEqual(forgotten, []);
});
