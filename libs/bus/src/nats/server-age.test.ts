import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ageWarning } from './server-age.ts';

test('servers before 2.10 are warned of, others and what is no version are not', () => {
  for (const old of ['2.9.10', '2.9.25-beta.1', '1.4.1', '2.0.0'])
    assert.match(ageWarning(old) ?? '', /2\.10 or newer/);
  for (const fine of ['2.10.0', '2.12.15', '3.0.0', '10.1.2', '', 'main'])
    assert.equal(ageWarning(fine), undefined, fine);
});
