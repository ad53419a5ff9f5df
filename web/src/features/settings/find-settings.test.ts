import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Translate } from '../../lib/i18n.ts';
import { findSettings } from './find-settings.ts';

const texts: Record<string, string> = {
  'settings:SMTPPort': 'Port',
  'settings:ServerAddress': 'Server address',
  'settings:ServerAddress.hint': 'Where clients reach the gateway, with the port.',
};
const t: Translate = (key) => texts[key] ?? '';
const keys = (words: string) => findSettings(words, t).map(({ field }) => field.key);

test('a setting is found by its key and by its name, in any case', () => {
  assert.deepEqual(keys('smtpport'), ['SMTPPort']);
  assert.deepEqual(keys('ADDRESS server').slice(0, 1), ['ServerAddress']);
});

test('names come before explanations', () => {
  const found = keys('port');
  assert.ok(found.indexOf('SMTPPort') < found.indexOf('ServerAddress'));
});

test('nothing is found for nothing', () => {
  assert.deepEqual(keys('  '), []);
  assert.deepEqual(keys('no such words'), []);
});
