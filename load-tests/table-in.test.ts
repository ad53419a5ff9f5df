import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { writeTableIn } from './table-in.ts';

const folder = mkdtempSync(join(tmpdir(), 'switchyard-table-'));
after(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'page.md');
const page = pathToFileURL(path);

test('text replaces what stands between the marks, and nothing else', () => {
  writeFileSync(path, '# Page\n<!-- table:start -->\nold\n<!-- table:end -->\nend\n');
  for (const text of ['| new |', '| newer |\n\n$& of today']) {
    writeTableIn(page, text);
    const expected = `# Page\n<!-- table:start -->\n${text}\n<!-- table:end -->\nend\n`;
    assert.equal(readFileSync(path, 'utf8'), expected);
  }
});

test('a page that lacks a mark, or has them in the wrong order, is left as it is', () => {
  for (const text of [
    '',
    'a\n<!-- table:start -->\nb',
    'a\n<!-- table:end -->\nb',
    '<!-- table:end --><!-- table:start -->',
  ]) {
    writeFileSync(path, text);
    assert.throws(() => writeTableIn(page, 'new'), /page\.md has no <!-- table:start -->/);
    assert.equal(readFileSync(path, 'utf8'), text);
  }
});
