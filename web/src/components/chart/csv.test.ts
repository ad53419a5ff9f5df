import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOf } from './csv.ts';

const written = (...values: (string | number)[]) =>
  csvOf({ columns: [{ title: 'a' }], rows: [{ key: 0, cells: values.map((raw) => ({ text: '', raw })) }] }).split(
    '\r\n',
  )[1];

test('fields keep their commas, quotes and line breaks', () => {
  assert.equal(written('plain', 'a,b', 'say "hi"', 12.5), 'plain,"a,b","say ""hi""",12.5');
});

test('names that look like formulas are not run by spreadsheets; negative figures stay figures', () => {
  assert.equal(written('=1+1', '@sum', '-0.25', -3), "'=1+1,'@sum,-0.25,-3");
});
