import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';

export interface StreamsRun {
  port: number;
  key: string;
  headers?: Readonly<Record<string, string>> | undefined;
  model: string;
  count: number;
  /** Asked in Anthropic's dialect; in OpenAI's, which the upstream speaks, unless said. */
  translated?: boolean;
  /** Streams start as a Poisson process within about this time. */
  rampMs: number;
}

export interface Streams {
  /** Events of all bodies so far. */
  events(): number;
  /** Waits from the intended start of each stream to the first byte of its body, in ms. */
  firstByteMs(): number[];
  /** Resolves with the events of each body once all streams have ended; throws when one failed. */
  finished(): Promise<number[]>;
  /** Leaves all streams. */
  abort(): Promise<void>;
}

/** Opens streams open-loop: a slow gateway does not slow the start of the next stream. */
export async function openStreams(run: StreamsRun): Promise<Streams> {
  const { port, key, model, translated, count, rampMs } = run;
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: count, pipelining: 1, bodyTimeout: 0 });
  const messages = [{ role: 'user', content: 'Count the waves.' }];
  const body = JSON.stringify({ model, stream: true, messages, ...(translated && { max_tokens: 100_000 }) });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...run.headers };
  const path = translated ? '/v1/messages' : '/v1/chat/completions';
  const firstByteMs: number[] = [];
  let events = 0;

  function open(intended: number): Promise<number> {
    return new Promise((resolve, reject) => {
      let own = 0;
      let begun = false;
      pool.dispatch(
        { path, method: 'POST', headers, body },
        {
          onRequestStart() {},
          onResponseStart(_controller, status) {
            if (status !== 200) reject(new Error(`A stream was answered with status ${status}`));
          },
          onResponseData(_controller, chunk) {
            if (!begun) firstByteMs.push(performance.now() - intended);
            begun = true;
            const ends = eventEnds(chunk);
            own += ends;
            events += ends;
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
    events: () => events,
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

const blankLine = Buffer.from('\n\n');

/** Gateways hand whole events on, as a rule: a blank line that is cut in two is not counted. */
function eventEnds(chunk: Buffer): number {
  let ends = 0;
  for (let at = chunk.indexOf(blankLine); at >= 0; at = chunk.indexOf(blankLine, at + 2)) ends++;
  return ends;
}
