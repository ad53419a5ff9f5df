import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bounds } from './bounds.ts';

const root = new URL('../../', import.meta.url);
const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');

for (const { fault, usageLost, overspend, tests } of bounds) {
  test(`the bound for "${fault}" is in the README, with tests that exist and look at the whole verdict`, () => {
    const row = readme.split('\n').find((line) => line.startsWith(`| ${fault} `)) ?? '';
    for (const text of [usageLost, overspend, ...tests.map((path) => path.replace('load-tests/', ''))]) {
      assert.ok(row.includes(text), `"${text}" is not in its row: ${row}`);
    }
    for (const path of tests) {
      const source = readFileSync(new URL(path, root), 'utf8');
      assert.match(source, /await judge\(|await simulate\(/, path);
    }
  });
}
