import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Clock, type Timed } from './clock.ts';

const timed = (): Timed => ({ streams: false, onTick() {}, note() {}, endConnection() {}, interrupt() {} });

test('exactly what was added and not removed is running, in however many turns', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 9 }), { maxLength: 200 }), (steps) => {
      const clock = new Clock();
      const running = new Map<Timed, number>();
      for (const step of steps) {
        const removed = step < 5 ? undefined : [...running.keys()][step - 5];
        if (removed) {
          clock.remove(running.get(removed) as number);
          running.delete(removed);
        } else {
          const added = timed();
          running.set(added, clock.add(added));
        }
        assert.equal(clock.size, running.size);
      }
      assert.deepEqual(new Set(clock), new Set(running.keys()));
      clock.stop();
    }),
  );
});

test('one that is removed while others are looked at is not looked at any more', () => {
  const clock = new Clock();
  const [first, second, third] = [timed(), timed(), timed()];
  clock.add(first);
  const place = clock.add(second);
  clock.add(third);
  const seen: Timed[] = [];
  for (const each of clock) {
    if (seen.length === 0) clock.remove(place);
    seen.push(each);
  }
  assert.deepEqual([seen.length, seen.includes(second)], [2, false]);
  clock.stop();
});
