import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layOut } from './event-text.ts';

test('an event is laid out in lines', () => {
  assert.equal(layOut('{"id":"a","charge":7}'), '{\n  "id": "a",\n  "charge": 7\n}');
});

test('what would read otherwise than it came stays as it came', () => {
  for (const event of ['{"charge":12345678901234567890}', '{"charge":1e400}', '{"a":1,"a":2}', '{"cut":"off…', '']) {
    assert.equal(layOut(event), event);
  }
});
