import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gather } from './gather.ts';

async function* timed(...steps: readonly (number | string | Error)[]): AsyncGenerator<string> {
  for (const step of steps) {
    if (typeof step === 'number') await sleep(step);
    else if (step instanceof Error) throw step;
    else yield step;
  }
}

test('groups end when they are full or their time is over', async () => {
  const groups: string[][] = [];
  const source = timed('a', 'b', 'c', 'd', 200, 'e', 10, 'f', 200, 'g');
  for await (const group of gather(source, 3, 80)) groups.push(group);
  assert.deepEqual(groups, [['a', 'b', 'c'], ['d'], ['e', 'f'], ['g']]);
});

test('a failure comes after what was gathered before it, also when it happens while a group is in use', async () => {
  const groups: string[][] = [];
  const reading = (async () => {
    for await (const group of gather(timed('a', 'b', new Error('broken')), 2, 50)) {
      groups.push(group);
      await sleep(50);
    }
  })();
  await assert.rejects(reading, /broken/);
  assert.deepEqual(groups, [['a', 'b']]);
});
