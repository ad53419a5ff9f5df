import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../', import.meta.url);
const document = readFileSync(new URL('deploy/security.md', root), 'utf8');
const rows = document
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (-+|elsewhere|asked for) /.test(line));
const paths = (text: string) =>
  [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+|\.npmrc|package\.json)`/g)].map(([, path = '']) => path);

test('every file that the document names is there', () => {
  const named = new Set(paths(document));
  assert.ok(named.size > 100, `${named.size}`);
  assert.deepEqual(
    [...named].filter((path) => !existsSync(new URL(path, root))),
    [],
  );
});

test('what has broken elsewhere has a test, and each line of the checklist a file', () => {
  const [, broken = '', asked = ''] = document.split('\n## ');
  assert.ok(rows.length > 80);
  for (const row of rows) {
    const where = paths(row.split(' | ')[2] ?? '');
    assert.ok(where.length > 0, row.slice(0, 80));
    if (asked.includes(row)) continue;
    assert.ok(broken.includes(row) && where.every((path) => path.endsWith('.test.ts')), row.slice(0, 80));
  }
});
