import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const text = (path: string) => readFileSync(root + path, 'utf8');

test('in a fresh clone every command first installs what it runs on', () => {
  const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
  // What `check` runs is installed by then.
  const own = Object.keys(scripts).filter((name) =>
    /^(node (?!deploy\/setup)|npm run|turbo run)/.test(scripts[name] ?? ''),
  );
  assert.ok(own.includes('bench') && own.length > 15);
  for (const name of own) assert.match(scripts[`pre${name}`] ?? '', /^node deploy\/setup\.mjs( web)?$/, name);
});

test('what a document tells people to run, runs on the Node of this project and not on whatever is installed', () => {
  const documents = globSync('**/*.md', { cwd: root, exclude: ['**/node_modules'] });
  assert.ok(documents.length > 20);
  const plain = documents.flatMap((path) =>
    text(path)
      .replaceAll(/(npm exec --|docker compose exec [\w-]+) node /g, '')
      .split('\n')
      .flatMap((line, index) => (/(^|[`\s])node (--test |[\w/.-]+\.ts\b)/.test(line) ? [`${path}:${index + 1}`] : [])),
  );
  assert.deepEqual(plain, []);
});
