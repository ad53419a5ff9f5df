import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ApiError } from '../../lib/http.ts';
import type { Translate } from '../../lib/i18n.ts';
import { knownPatterns, knownSentences, refusalText } from './refusal-text.ts';

const keys: Translate = (key, values) => (values?.provider === undefined ? key : `${key} ${values.provider}`);
const refused = (sentence: string) => refusalText(new ApiError(sentence, 200, undefined), keys);

const folder = join(import.meta.dirname, '../../../../services/console/src/auth');
const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(folder, file), 'utf8'))
  .join('\n');

test('every sentence that is translated is one that the console says', () => {
  for (const sentence of Object.keys(knownSentences)) assert.ok(source.includes(sentence), sentence);
});

test('every pattern fits a sentence that the console says', () => {
  const sentences = [...source.matchAll(/`([A-Z$][^`]*\.)`/g)].map(([, text = '']) =>
    text.replaceAll(/\$\{provider\.label\}/g, 'GitHub'),
  );
  for (const [pattern] of knownPatterns) {
    assert.ok(
      sentences.some((sentence) => pattern.test(sentence)),
      String(pattern),
    );
  }
});

test('a known sentence is told in the language of the page, with the name of the provider', () => {
  assert.equal(refused('Wrong username or password.'), 'entry:refused.credentials');
  assert.equal(refused('This GitHub account is already bound to another user.'), 'entry:refused.boundToOther GitHub');
});

test('any other sentence is told as it is', () => {
  assert.equal(
    refused('Use an address of one of these providers: example.com.'),
    'Use an address of one of these providers: example.com.',
  );
});
