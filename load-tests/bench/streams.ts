import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';

export interface StreamsRun {
  port: number;
  key: string;
  model: string;
  count: number;
  /** Streams start as a Poisson process within about this time. */
  rampMs: number;
}

export interface Streams {
  /** Bytes of all bodies so far. */
  bytes(): number;
  /** Waits from the intended start of each stream to the first byte of its body, in ms. */
  firstByteMs(): number[];
  /** Resolves with the bytes of each body once all streams have ended; throws when one failed. */
  finished(): Promise<number[]>;
  /** Leaves all streams. */
  abort(): Promise<void>;
}

/** Opens streams open-loop: a slow gateway does not slow the start of the next stream. */
export async function openStreams({ port, key, model, count, rampMs }: StreamsRun): Promise<Streams> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: count, pipelining: 1, bodyTimeout: 0 });
  const body = JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: 'Count the waves.' }] });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const firstByteMs: number[] = [];
  let bytes = 0;

  function open(intended: number): Promise<number> {
    return new Promise((resolve, reject) => {
      let own = 0;
      pool.dispatch(
        { path: '/v1/chat/completions', method: 'POST', headers, body },
        {
          onRequestStart() {},
          onResponseStart(_controller, status) {
            if (status !== 200) reject(new Error(`A stream was answered with status ${status}`));
          },
          onResponseData(_controller, chunk) {
            if (own === 0) firstByteMs.push(performance.now() - intended);
            own += chunk.length;
            bytes += chunk.length;
          },
          onResponseEnd: () => resolve(own),
          onResponseError: (_controller, error) => reject(error),
        },
      );
    });
  }

  const ends: Promise<number>[] = [];
  let intended = performance.now();
  for (let started = 0; started < count; started++) {
    intended += (-Math.log(1 - Math.random()) * rampMs) / count;
    const wait = intended - performance.now();
    if (wait > 0) await sleep(wait);
    ends.push(open(intended));
  }
  const all = Promise.all(ends);
  all.catch(() => {});
  return {
    bytes: () => bytes,
    firstByteMs: () => firstByteMs,
    async finished() {
      const sizes = await all;
      await pool.close();
      return sizes;
    },
    async abort() {
      await pool.destroy();
    },
  };
}
