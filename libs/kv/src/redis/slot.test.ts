import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slotOf } from './slot.ts';

test('slots are those of the specification', () => {
  // Its check value: CRC16 of 123456789 is 0x31C3. The others were asked of a server: CLUSTER KEYSLOT.
  assert.equal(slotOf('123456789'), 0x31c3 % 16_384);
  assert.deepEqual(['foo', 'u1'].map(slotOf), [12_182, 4_574]);
});
