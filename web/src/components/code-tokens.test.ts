import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeTokens } from './code-tokens.ts';

const kinds = (code: string, kind: string) =>
  codeTokens(code)
    .filter((token) => token.kind === kind)
    .map(({ text }) => text);

test('no letter is lost or moved', () => {
  for (const code of ['', 'plain', '# all\nx = "a" # b\n', "it's 3 o'clock", 'a\\"b"', '`two\nlines`', '"open']) {
    assert.equal(
      codeTokens(code)
        .map(({ text }) => text)
        .join(''),
      code,
    );
  }
});

test('comments end with their line, and addresses and options are none', () => {
  assert.deepEqual(kinds('# pip install x\ny = 1  // why\nhttps://a.example/#b', 'comment'), [
    '# pip install x',
    '// why',
  ]);
});

test('strings know escapes and do not leave their line', () => {
  assert.deepEqual(kinds('a("x\\"y", \'z\', "open\n"b")', 'string'), ['"x\\"y"', "'z'", '"b"']);
});

test('a mark of a comment inside a string is part of the string', () => {
  assert.deepEqual(kinds('print("a # b")', 'comment'), []);
});

test('numbers stand alone', () => {
  assert.deepEqual(kinds('max_tokens=1024, gpt-4o 0.7 v1 2.0.1', 'number'), ['1024', '0.7']);
});
