import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Caller } from './caller.ts';
import { Directory } from './directory.ts';

const perUser = 10;
const credential = (key: string) => ({ presented: { key, channelId: undefined }, digest: `digest of ${key}` });

/** A directory of a world in which every key has a token, ten tokens a user; counts loads, and reads of what was loaded. */
function watched() {
  const counts = { loads: 0, reads: 0 };
  const byHash = new Map<string, number>();
  const directory = new Directory(async (hash) => {
    counts.loads++;
    const name = hash.toString('hex');
    const number = byHash.get(name) ?? byHash.size;
    byHash.set(name, number);
    return {
      get tokenId() {
        counts.reads++;
        return number;
      },
      get userId() {
        counts.reads++;
        return Math.floor(number / perUser);
      },
    } as Caller;
  }, new Uint8Array(32));
  const isKnown = (key: string) => !(directory.find(credential(key)) instanceof Promise);
  return { directory, counts, isKnown };
}

async function meet(directory: Directory, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, (_, index) => `key${index}`);
  for (const key of keys) await directory.find(credential(key));
  return keys;
}

test('a notice about a token forgets its key, one about a user all keys of that user, and no others', async () => {
  const { directory, isKnown } = watched();
  const keys = await meet(directory, 3 * perUser);
  directory.forgetToken(3);
  directory.forgetUser(1);
  assert.deepEqual(
    keys.filter((key) => !isKnown(key)),
    ['key3', ...keys.slice(perUser, 2 * perUser)],
  );
});

test('what was read again is forgotten again', async () => {
  const { directory, isKnown } = watched();
  await meet(directory, 1);
  directory.forgetToken(0);
  await meet(directory, 1);
  assert.equal(isKnown('key0'), true);
  directory.forgetUser(0);
  assert.equal(isKnown('key0'), false);
});

test('what was read anew while it was in use is forgotten as well', async (context) => {
  const { directory, counts, isKnown } = watched();
  await meet(directory, 1);
  const readAt = performance.now();
  context.mock.method(performance, 'now', () => readAt + 61_000);
  assert.equal(isKnown('key0'), true);
  await setImmediate();
  assert.equal(counts.loads, 2);
  directory.forgetToken(0);
  assert.equal(isKnown('key0'), false);
});

test('a notice costs the same however many keys are known', async () => {
  const { directory, counts } = watched();
  await meet(directory, 2_000);
  counts.reads = 0;
  directory.forgetToken(7);
  directory.forgetUser(9);
  assert.ok(counts.reads <= 2 * (1 + perUser), `${counts.reads} reads`);
});

test('a load that was under way when a notice came is not kept', async () => {
  const { directory, isKnown } = watched();
  const loading = directory.find(credential('key0'));
  directory.forgetToken(0);
  await loading;
  assert.equal(isKnown('key0'), false);
});

test('a key that rested for long is read before it is used, and used as it was while it cannot be read', async (context) => {
  let load = async (): Promise<Caller | undefined> => ({ tokenId: 1, userId: 1, tokenName: 'before' }) as Caller;
  const directory = new Directory(() => load(), new Uint8Array(32));
  await directory.find(credential('key'));
  const readAt = performance.now();
  context.mock.method(performance, 'now', () => readAt + 121_000);
  load = async () => {
    throw new Error('Postgres is away');
  };
  assert.equal((await directory.find(credential('key')))?.tokenName, 'before');
  assert.ok(!(directory.find(credential('key')) instanceof Promise));
  context.mock.method(performance, 'now', () => readAt + 300_000);
  load = async () => undefined;
  assert.equal(await directory.find(credential('key')), undefined);
});
