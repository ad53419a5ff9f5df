import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '@switchyard/testing';
import { claimName } from './claim-name.ts';

test('a name has one holder at a time and is free again after it', async () => {
  const { url, drop } = await testDatabase();
  const release = await claimName(url, 'relay');
  assert.ok(release);
  assert.equal(await claimName(url, 'relay'), undefined);
  const other = await claimName(url, 'other');
  assert.ok(other);
  await release();
  const again = await claimName(url, 'relay');
  assert.ok(again);
  await Promise.all([again(), other()]);
  await drop();
});
