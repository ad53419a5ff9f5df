import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import type { UsageEvent } from '@switchyard/contracts';
import { uuidv7 } from '@switchyard/crypto';
import { createLogger } from '@switchyard/log';
import { lockDirectory } from './lock.ts';
import { decodeRecords, encodeRecord, kinds } from './record.ts';
import { deleteLeftover, readLeftover } from './recovery.ts';
import { Spool } from './spool.ts';

let directory: string;
const log = createLogger({ service: 'test' });
const noInvalid = (path: string) => assert.fail(`invalid record in ${path}`);

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'switchyard-spool-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function spoolOf(holds: { holdId: string; userId: number; spent: number }[] = [], limitBytes = 1e9): Spool {
  return new Spool({ directory, limitBytes, log, holds: () => holds });
}

function event(fields: Partial<UsageEvent> = {}): UsageEvent {
  return {
    version: 1,
    id: uuidv7(),
    final: true,
    charge: 10,
    holdId: 'h1',
    userId: 1,
    username: 'ada',
    tokenId: 1,
    tokenName: 't',
    group: 'default',
    model: 'm',
    channelId: 1,
    stream: true,
    tokens: { prompt: 1, completion: 1, cacheRead: 0, cacheWrite: 0 },
    counted: 'upstream',
    status: 200,
    ended: 'done',
    durationMs: 1,
    firstByteMs: 1,
    tries: [],
    ip: '127.0.0.1',
    path: '/',
    ...fields,
  };
}

const written = (spool: Spool, value: UsageEvent) =>
  new Promise<void>((resolve) => {
    spool.final(JSON.stringify(value), resolve);
  });

test('a charge is readable by the time its request may end', async () => {
  const spool = spoolOf();
  const value = event();
  await written(spool, value);
  assert.deepEqual(readLeftover(directory, noInvalid).events, [value]);
  spool.close(true);
});

test('a charge that comes alone is on disk at once, those of one turn are written together', async () => {
  const spool = spoolOf();
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const heard: string[] = [];
  const finish = (name: string) => spool.final(JSON.stringify(event({ model: name })), () => heard.push(name));
  const onDisk = () => readLeftover(directory, noInvalid).events.map(({ model }) => model);
  finish('a');
  assert.deepEqual([heard, onDisk()], [['a'], ['a']]);
  finish('b');
  finish('c');
  assert.deepEqual([heard, onDisk()], [['a'], ['a']]);
  await turn();
  assert.deepEqual(
    [heard, onDisk()],
    [
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ],
  );
  finish('d');
  assert.equal(heard.length, 3, 'more may come in this turn, as in the last');
  await turn();
  assert.equal(heard.length, 4);
  finish('e');
  assert.equal(heard.length, 5);
  assert.deepEqual(onDisk(), heard);
  spool.close(true);
});

test('the final word beats progress; progress alone is charged as interrupted', async () => {
  const spool = spoolOf();
  const [done, cut] = [event({ charge: 9 }), event({ charge: 4 })];
  spool.progress(JSON.stringify({ ...done, final: false, charge: 3, ended: 'running' }));
  spool.progress(JSON.stringify({ ...cut, final: false, charge: 2, ended: 'running' }));
  spool.progress(JSON.stringify({ ...cut, final: false, charge: 4, ended: 'running' }));
  await written(spool, done);
  const { events } = readLeftover(directory, noInvalid);
  assert.deepEqual(
    events.map(({ id, charge, final, ended }) => ({ id, charge, final, ended })),
    [
      { id: done.id, charge: 9, final: true, ended: 'done' },
      { id: cut.id, charge: 4, final: true, ended: 'interrupted' },
    ],
  );
  spool.close(true);
});

test('what a hold has spent is whole, also when its older segments are gone', async () => {
  const spool = spoolOf([{ holdId: 'h1', userId: 1, spent: 1_000 }]);
  await written(spool, event({ charge: 7 }));
  await written(spool, event({ charge: 5, holdId: 'h2', userId: 2 }));
  assert.deepEqual(readLeftover(directory, noInvalid).holds, [
    { holdId: 'h1', userId: 1, spent: 1_007 },
    { holdId: 'h2', userId: 2, spent: 5 },
  ]);
  spool.close(true);
});

test('records up to a torn or damaged one survive, at whatever byte the write stopped', () => {
  const records = [event(), event(), event()].map((value) => encodeRecord(kinds.final, JSON.stringify(value)));
  const bytes = Buffer.concat(records);
  const ends = records.map((_, index) => Buffer.concat(records.slice(0, index + 1)).length);
  for (let length = 0; length <= bytes.length; length++) {
    const whole = ends.filter((end) => end <= length).length;
    assert.equal([...decodeRecords(bytes.subarray(0, length))].length, whole);
  }
  const damaged = Buffer.from(bytes);
  damaged.writeUInt8(0xff, (ends[0] as number) + 20);
  assert.equal([...decodeRecords(damaged)].length, 1);
});

test('recovery reads the same again until its files are deleted', async () => {
  const spool = spoolOf();
  await written(spool, event());
  const first = readLeftover(directory, noInvalid);
  const second = readLeftover(directory, noInvalid);
  assert.deepEqual(second.events, first.events);
  deleteLeftover(second);
  assert.deepEqual(readLeftover(directory, noInvalid).events, []);
  spool.close(true);
});

test('a record that is no event is reported and the others are kept', async () => {
  const spool = spoolOf();
  await written(spool, event());
  const [name] = readdirSync(directory) as [string];
  appendFileSync(join(directory, name), encodeRecord(kinds.final, '{"version":9}'));
  const invalid: string[] = [];
  assert.equal(readLeftover(directory, (path) => invalid.push(path)).events.length, 1);
  assert.equal(invalid.length, 1);
  spool.close(true);
});

test('a segment goes when every charge in it is acknowledged, and running requests are written on', async () => {
  const spool = spoolOf();
  const segmentsOnDisk = () => readdirSync(directory).filter((name) => name.endsWith('.spool')).length;
  let rotations = 0;
  spool.onRotate = () => rotations++;
  const large = event({ error: 'x'.repeat(500) });
  const segments = [];
  for (let i = 0; i < 6_000; i++) segments.push(spool.final(JSON.stringify({ ...large, id: uuidv7() }), () => {}));
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(rotations > 0);
  assert.ok(segmentsOnDisk() > 1);
  assert.ok(spool.fill > 0);
  for (const segment of segments) spool.acknowledge(segment);
  assert.equal(segmentsOnDisk(), 1);
  spool.close(true);
  assert.equal(readdirSync(directory).length, 0);
});

test('the smallest spool that was full is nearly empty when every charge is acknowledged', async () => {
  const spool = spoolOf([], 2 ** 20);
  const segments = [];
  while (spool.fill < 0.8) {
    segments.push(spool.final(JSON.stringify(event()), () => {}));
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const segment of segments) spool.acknowledge(segment);
  assert.ok(spool.fill < 0.1, String(spool.fill));
  spool.close(true);
});

test('a directory has one relay; the lock of a dead one is taken over', () => {
  const unlock = lockDirectory(directory);
  const lock = readFileSync(join(directory, 'lock'), 'utf8');
  unlock();
  writeFileSync(join(directory, 'lock'), '1 0');
  lockDirectory(directory)();
  // Process 1 lives: a lock that names it as it started is respected.
  const start = readFileSync('/proc/1/stat', 'utf8').split(') ')[1]?.split(' ')[19];
  writeFileSync(join(directory, 'lock'), `1 ${start}`);
  assert.throws(() => lockDirectory(directory), /Another relay uses the spool/);
  assert.match(lock, /^\d+ \d+$/);
});

test('a hold is in the file before kv can be asked for it', () => {
  const spool = spoolOf();
  spool.holdBegins({ holdId: 'h1', userId: 1, spent: 0 });
  assert.deepEqual(readLeftover(directory, noInvalid).holds, [{ holdId: 'h1', userId: 1, spent: 0 }]);
  spool.close(true);
});

test('holds that did not end stay noted for the next start', () => {
  const spool = spoolOf();
  spool.holdBegins({ holdId: 'h1', userId: 1, spent: 0 });
  spool.close(false);
  assert.deepEqual(readLeftover(directory, noInvalid).holds, [{ holdId: 'h1', userId: 1, spent: 0 }]);
});
