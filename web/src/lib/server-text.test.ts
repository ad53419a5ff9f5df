import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { serverSentences } from '../../scripts/server-sentences.ts';
import { languages } from './languages.ts';
import { type ServerTexts, tellServerText } from './server-text.ts';

const said = serverSentences();
const written = (sentence: string) => sentence.replaceAll(/{{\w+}}/g, '{{}}');
const parts = (text: string) => new Set([...text.matchAll(/{{(\w+)}}/g)].map(([, name]) => name));

for (const { code } of languages.filter((language) => language.code !== 'en')) {
  const file = join(import.meta.dirname, `../locales/${code}/server.json`);
  const texts = JSON.parse(readFileSync(file, 'utf8')) as ServerTexts;
  const known = new Set(Object.keys(texts).map(written));

  describe(`texts of the server in ${code}`, () => {
    test('there is one for every sentence that the server says to people', () => {
      const missing = [...said].filter(([sentence]) => !known.has(sentence)).map((entry) => entry.join('  — '));
      assert.deepEqual(missing, []);
    });

    test('there is none for what the server does not say', () => {
      assert.deepEqual(
        Object.keys(texts).filter((sentence) => !said.has(written(sentence))),
        [],
      );
    });

    test('each names what its sentence names, and is not blank', () => {
      for (const [sentence, text] of Object.entries(texts)) {
        assert.deepEqual(parts(text), parts(sentence), sentence);
        assert.notEqual(text.trim(), '', sentence);
      }
    });

    test('why a price card cannot be saved is told to its last word', () => {
      const why = 'next: input and output are both needed when a model is priced by tokens';
      const told = tellServerText(`This card cannot be saved. Price of gpt-4o: ${why}.`, texts);
      assert.match(told, /gpt-4o/);
      assert.doesNotMatch(told, /Price of|needed/);
    });

    test('each is found by its own sentence, whatever its parts are', () => {
      for (const [sentence, text] of Object.entries(texts)) {
        const fill = (template: string) => template.replaceAll(/{{(\w+)}}/g, '\u2068$1-7\u2069');
        const asSaid = fill(sentence).replaceAll(/[\u2068\u2069]/g, '');
        assert.equal(tellServerText(asSaid, texts), fill(text));
      }
    });
  });
}

describe('a sentence of the server', () => {
  const texts: ServerTexts = {
    'This key does not exist.': 'Den Schlüssel gibt es nicht.',
    'There is no group {{group}}.': 'Die Gruppe {{group}} gibt es nicht.',
    'There is no group {{group}}. Add it first.': 'Die Gruppe {{group}} fehlt.',
    'base_url: {{reason}}': 'Adresse: {{reason}}',
  };
  const tell = (sentence: string) => tellServerText(sentence, texts);

  test('is told by its text, with its parts', () => {
    assert.equal(tell('This key does not exist.'), 'Den Schlüssel gibt es nicht.');
    assert.equal(tell('There is no group $& (x).'), 'Die Gruppe \u2068$& (x)\u2069 gibt es nicht.');
  });

  test('is told by the closest of the texts that fit', () => {
    assert.equal(tell('There is no group vip. Add it first.'), 'Die Gruppe \u2068vip\u2069 fehlt.');
  });

  test('has a reason in it that is told too', () => {
    assert.equal(tell('base_url: There is no group a.'), 'Adresse: Die Gruppe \u2068a\u2069 gibt es nicht.');
    assert.equal(tell('base_url: ENOTFOUND'), 'Adresse: \u2068ENOTFOUND\u2069');
  });

  test('that nobody has translated is told as it came', () => {
    assert.equal(tell('Something new.'), 'Something new.');
    assert.equal(tell('constructor'), 'constructor');
  });
});
