import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { stripTypeScriptTypes } from 'node:module';
import { test } from 'node:test';
import type { ChatRequest } from '../chat.ts';
import { dialects } from '../dialects/index.ts';
import { languages, withoutBytes } from './index.ts';
import { writeCurl } from './write-curl.ts';
import { writeNode } from './write-node.ts';

const request: ChatRequest = {
  model: "it's-a-model",
  system: 'Say "no"\nand `yes` $now\\',
  temperature: 0,
  topP: 0.9,
  maxTokens: undefined,
  messages: [
    { role: 'user', text: "What's this?", pictures: [{ name: 'a.png', type: 'image/png', data: 'QUJD' }] },
    { role: 'assistant', text: 'A\nletter', pictures: [] },
    { role: 'user', text: '"model": no name', pictures: [] },
  ],
};
const use = { address: 'https://gateway.example', key: 'sk-abc', request };

for (const dialect of dialects) {
  test(`curl sends exactly the body of ${dialect.title}`, () => {
    const script = writeCurl({ ...use, dialect }).replace(/^curl -N/, 'printf "%s\\n"');
    const words = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' });
    assert.ok(words.startsWith(`https://gateway.example${dialect.path(request.model)}\n`));
    for (const [name, value] of Object.entries(dialect.headers('sk-abc')))
      assert.ok(words.includes(`${name}: ${value}`));
    assert.deepEqual(JSON.parse(words.slice(words.indexOf('{\n'))), dialect.body(request));
  });

  test(`the program for Node asks exactly the body of ${dialect.title}`, () => {
    const code = writeNode({ ...use, dialect });
    assert.doesNotThrow(() => stripTypeScriptTypes(code));
    const begin = dialect.name === 'gemini' ? 'JSON.stringify(' : '.create(';
    const from = code.indexOf(begin) + begin.length;
    const end = code.indexOf(dialect.name === 'gemini' ? '),\n  },' : ');\n', from);
    const asked: unknown = new Function(`return ${code.slice(from, end)}`)();
    assert.deepEqual(asked, dialect.body(request));
  });
}

test('every language has the address and the key', () => {
  for (const dialect of dialects) {
    for (const { id, write } of languages) {
      const code = write({ ...use, dialect });
      assert.ok(code.includes(use.address) && code.includes(use.key), `${id} ${dialect.name}`);
    }
  }
});

test('bytes of pictures are cut short for the eye, and nothing else is', () => {
  const text = `"${'A'.repeat(500)}=="`;
  assert.equal(withoutBytes(text), `"${'A'.repeat(24)}…"`);
  assert.equal(withoutBytes('short words stay'), 'short words stay');
});
