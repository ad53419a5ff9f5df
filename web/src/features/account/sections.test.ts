import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSection, withSection } from './sections.ts';

test('the open section is in the address, beside what others keep there', () => {
  const search = new URLSearchParams('tab=personal');
  const address = withSection(search, 'security');
  assert.equal(address, '?tab=personal&section=security');
  assert.equal(readSection(new URLSearchParams(address)), 'security');
  assert.equal(withSection(new URLSearchParams(address), undefined), '?tab=personal');
  assert.equal(withSection(new URLSearchParams('section=profile'), undefined), '');
});

test('an unknown section is none', () => {
  assert.equal(readSection(new URLSearchParams('section=toString')), undefined);
  assert.equal(readSection(new URLSearchParams()), undefined);
});
