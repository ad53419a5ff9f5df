import assert from 'node:assert/strict';
import { test } from 'node:test';
import { optionCatalogue, optionDefinition, priceMapCatalogue, secretCatalogue } from '@switchyard/contracts';
import { places, sectionAt, tabs } from './tabs.ts';

const catalogue = Object.keys({ ...optionCatalogue, ...secretCatalogue, ...priceMapCatalogue }).sort();
const shown = tabs.flatMap(({ sections }) => sections.flatMap(({ fields }) => fields));

test('every setting of the catalogue has one place on the screen, and the screen shows no others', () => {
  assert.deepEqual(shown.map(({ key }) => key).sort(), catalogue);
  assert.equal(places.size, catalogue.length);
});

test('sections have names of their own, and none is called like a setting', () => {
  const ids = tabs.flatMap(({ sections }) => sections.map(({ id }) => id));
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(
    ids.filter((id) => places.has(id)),
    [],
  );
});

test('words are for values that the setting can have, and cover them all', () => {
  for (const { key, words } of shown) {
    if (words === undefined) continue;
    const { choices = ['false', 'true'] } = optionDefinition(key);
    assert.deepEqual(Object.keys(words).sort(), [...choices].sort(), key);
  }
});

test('only switches save at once, and what a switch of a section names is in it', () => {
  for (const { key, instant } of shown) if (instant) assert.equal(optionDefinition(key).kind, 'boolean', key);
  for (const section of tabs.flatMap(({ sections }) => sections)) {
    if (section.switch === undefined) continue;
    assert.ok(
      section.fields.some(({ key }) => key === section.switch),
      section.id,
    );
  }
});

test('where secrets and links of mails are sent is shown to root alone, with what can be tried of it', () => {
  for (const section of tabs.flatMap(({ sections }) => sections)) {
    if (!['server', 'worker', 'mail'].includes(section.id)) continue;
    for (const { key } of section.fields) assert.equal(optionDefinition(key).role, 100, key);
  }
});

test('an address leads to a section by its name or a setting in it, and to the first one otherwise', () => {
  const [operation] = tabs;
  assert.ok(operation);
  assert.equal(sectionAt(operation, 'quota')?.id, 'quota');
  assert.equal(sectionAt(operation, 'QuotaPerUnit')?.id, 'quota');
  assert.equal(sectionAt(operation, 'SMTPServer')?.id, operation.sections[0]?.id);
  assert.equal(sectionAt(operation, '')?.id, operation.sections[0]?.id);
});
