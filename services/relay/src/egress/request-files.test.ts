import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { LoadGate } from '../admission/load-gate.ts';
import { type FileRoom, RequestFiles } from './request-files.ts';

const mebibyte = 1_048_576;
const limits = { runningLimit: 10, lagLimitMs: 0, bodiesLimitBytes: 100 * mebibyte };
const gate = new LoadGate(limits, { size: 0 });
after(() => gate.close());

/** The connection of a client. */
class Answer {
  closed = false;
  readonly #heard: (() => void)[] = [];

  onClose(heard: () => void): void {
    this.#heard.push(heard);
  }

  close(): void {
    this.closed = true;
    for (const heard of this.#heard) heard();
  }
}

const file = { mediaType: 'image/png', base64: 'AA==' };
let answer: Answer;
beforeEach(() => {
  answer = new Answer();
});

/** Files of so many bytes, which come in pieces. */
function filesOf(bytes: number): RequestFiles {
  const fetchFile = async (_url: string, { take }: FileRoom) => {
    for (let left = bytes; left > 0; left -= 65_536) {
      await setImmediate();
      take(Math.min(left, 65_536));
    }
    return file;
  };
  return new RequestFiles(fetchFile, gate, answer);
}

test('memory is claimed for files while they come, and given back when the answer is over', async () => {
  const files = filesOf(10 * mebibyte);
  await Promise.all([files.read('https://a.example/1'), files.read('https://a.example/2')]);
  assert.ok(gate.bodyBytes >= 19 * mebibyte, String(gate.bodyBytes));
  answer.close();
  assert.equal(gate.bodyBytes, 0);
});

test('files that there is no memory for are refused, and what they had is given back', async () => {
  const others = new Answer();
  assert.equal(
    gate.claim(95 * mebibyte, { destroyed: false, once: (_close, heard) => others.onClose(heard) }),
    undefined,
  );
  await assert.rejects(filesOf(16 * mebibyte).read('https://a.example/1'), { status: 503, code: 'overloaded' });
  answer.close();
  assert.equal(gate.bodyBytes, 95 * mebibyte);
  others.close();
});

test('the files of a request have 64 MiB together', async () => {
  const files = filesOf(17 * mebibyte);
  const reading = [1, 2, 3, 4].map((at) => files.read(`https://a.example/${at}`));
  await assert.rejects(Promise.all(reading), { status: 413, message: /64 MiB together/ });
  await Promise.allSettled(reading);
  answer.close();
  assert.equal(gate.bodyBytes, 0);
});

test('a client that leaves ends the reading, and nothing is claimed any more', async () => {
  let signal: AbortSignal | undefined;
  let take = (_bytes: number) => {};
  const files = new RequestFiles(
    async (_url, room) => {
      ({ signal, take } = room);
      return file;
    },
    gate,
    answer,
  );
  await files.read('https://a.example/1');
  answer.close();
  assert.equal(signal?.aborted, true);
  assert.throws(() => take(10 * mebibyte), { name: 'AbortError' });
  assert.equal(gate.bodyBytes, 0);
});

test('nothing is claimed for a client that left before', async () => {
  answer.close();
  await assert.rejects(filesOf(10 * mebibyte).read('https://a.example/1'), { name: 'AbortError' });
  assert.equal(gate.bodyBytes, 0);
});

test('a file is read once, however many channels ask for it', async () => {
  let reads = 0;
  const files = new RequestFiles(
    async () => {
      reads++;
      return file;
    },
    gate,
    answer,
  );
  await Promise.all(['https://a.example/1', 'https://a.example/1'].map((url) => files.read(url)));
  await files.read('https://a.example/1');
  assert.equal(reads, 1);
});

test('it is told when all files were there', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof file>();
  const files = new RequestFiles(() => promise, gate, answer);
  assert.equal(files.readAt, 0);
  const reading = files.read('https://a.example/1');
  assert.equal(files.readAt, Number.POSITIVE_INFINITY);
  const before = performance.now();
  resolve(file);
  await reading;
  assert.ok(files.readAt >= before && files.readAt <= performance.now());
});
