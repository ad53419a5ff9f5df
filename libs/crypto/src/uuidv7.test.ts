import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { uuidv7, uuidv7TimeMs } from './uuidv7.ts';

test('an id is a UUIDv7 and carries the time it was made', () => {
  const before = Date.now();
  const id = uuidv7();
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const timeMs = uuidv7TimeMs(id);
  assert.ok(timeMs >= before && timeMs <= Date.now());
});

test('the time of the example in RFC 9562 is read', () => {
  assert.equal(uuidv7TimeMs('017f22e2-79b0-7cc3-98c4-dc0c0c07398f'), Date.UTC(2022, 1, 22, 19, 22, 22));
});

test('ids rise within a process, thousands in a millisecond and when the clock is set back', () => {
  const now = Date.now() + 60_000;
  mock.timers.enable({ apis: ['Date'], now });
  try {
    const ids = Array.from({ length: 10_000 }, uuidv7);
    mock.timers.setTime(now - 30_000);
    ids.push(...Array.from({ length: 10_000 }, uuidv7));
    for (const [index, id] of ids.entries()) assert.ok(index === 0 || id > (ids[index - 1] ?? ''), `id ${index}`);
  } finally {
    mock.timers.reset();
  }
});

for (const bad of ['', 'nonsense', '017f22e2-79b0-4cc3-98c4-dc0c0c07398f']) {
  test(`"${bad}" is refused as not a UUIDv7`, () => assert.throws(() => uuidv7TimeMs(bad), RangeError));
}
