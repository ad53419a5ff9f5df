import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { exports, javascript, python, pythonArguments, shellWord } from './code-quoting.ts';

const odd = `it's "odd" $HOME \`id\` \\\nand more`;

test('a shell passes odd texts on as they are', () => {
  assert.equal(execFileSync('/bin/sh', ['-c', `printf %s ${shellWord(odd)}`], { encoding: 'utf8' }), odd);
  const script = `${exports({ ODD: odd })}\nprintf %s "$ODD"`;
  assert.equal(execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }), odd);
});

test('JavaScript reads what was written, also texts that look like names', () => {
  const value = { plain: 1, 'with-dash': [odd, '"name": x', null], deep: { _a: true } };
  assert.deepEqual(new Function(`return ${javascript(value)}`)(), value);
  assert.match(javascript(value), /^ {2}plain: 1/m);
});

test('Python has its own words for nothing and truth', () => {
  assert.equal(
    python({ a: [true, null], b: {}, c: [] }),
    '{\n    "a": [\n        True,\n        None,\n    ],\n    "b": {},\n    "c": [],\n}',
  );
  assert.equal(pythonArguments({ model: 'm', stream: true }), '    model="m",\n    stream=True,');
});
