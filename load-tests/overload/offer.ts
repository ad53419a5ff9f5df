import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';

export interface Target {
  readonly port: number;
  readonly key: string;
  readonly model: string;
}

/** What became of the requests of one phase. */
export interface Phase {
  /** Begun in a second. */
  readonly offered: number;
  /** Answered whole and in time, in a second. */
  readonly goodput: number;
  readonly begun: number;
  readonly whole: number;
  /** Turned away as they should be: 429, 503 or 529, with Retry-After and an error in the dialect's shape. */
  readonly refused: number;
  /** Anything else: answers that broke off, other statuses, connections that failed. The first of them in words. */
  readonly failed: number;
  readonly failure: string | undefined;
  /** From the intended start to the first byte, of what was served; 0.95 quantile in ms. */
  readonly firstByteMs: number;
  /** From the intended start to the refusal, likewise. */
  readonly refusedMs: number;
  /** Share of the time in which this generator was busy: near 1 it measures itself. */
  readonly generatorBusy: number;
}

const refusals: ReadonlySet<number> = new Set([429, 503, 529]);
const end = Buffer.from('event: message_stop');
/** Whoever waits longer for the first byte has been kept waiting: an answer that waited in a queue is no service. */
const inTimeMs = 2_000;

/**
 * Begins streams as a Poisson process, as many in a second as `rate` says, whatever becomes of those before, and waits for all. They are
 * asked for in Anthropic's dialect of an upstream that speaks OpenAI's: the dearest way through the relay.
 */
export async function offer(target: Target, rate: number, seconds: number): Promise<Phase> {
  const pool = new Pool(`http://127.0.0.1:${target.port}`, { pipelining: 1, bodyTimeout: 0, headersTimeout: 0 });
  const body = JSON.stringify({
    model: target.model,
    stream: true,
    max_tokens: 1_000,
    messages: [{ role: 'user', content: 'Count the waves.' }],
  });
  const headers = { 'x-api-key': target.key, 'anthropic-version': '2023-06-01', 'content-type': 'application/json' };
  const firstByte: number[] = [];
  const refusedAfter: number[] = [];
  let [whole, inTime, failed] = [0, 0, 0];
  let failure: string | undefined;
  const fail = (what: string) => {
    failed++;
    failure ??= what;
  };

  const one = (intended: number) =>
    new Promise<void>((done) => {
      let status = 0;
      let waitedMs = 0;
      let retryAfter = false;
      let text = '';
      let tail: Buffer = Buffer.alloc(0);
      pool.dispatch(
        { path: '/v1/messages', method: 'POST', headers, body },
        {
          onRequestStart() {},
          onResponseStart(_controller, code, replied) {
            status = code;
            retryAfter = replied['retry-after'] !== undefined;
            waitedMs = performance.now() - intended;
            if (code === 200) firstByte.push(waitedMs);
          },
          onResponseData(_controller, chunk) {
            if (status === 200) tail = chunk;
            else text += chunk.toString('utf8');
          },
          onResponseEnd() {
            if (status === 200 && tail.includes(end)) {
              whole++;
              if (waitedMs <= inTimeMs) inTime++;
            } else if (refusals.has(status) && retryAfter && isError(text))
              refusedAfter.push(performance.now() - intended);
            else fail(`status ${status} ${text}${tail.subarray(-200)}`);
            done();
          },
          onResponseError(_controller, error) {
            fail(error.message);
            done();
          },
        },
      );
    });

  const before = performance.eventLoopUtilization();
  const began = performance.now();
  const asked: Promise<void>[] = [];
  for (let intended = began; ; ) {
    intended += (-Math.log(1 - Math.random()) * 1_000) / rate;
    if (intended > began + seconds * 1_000) break;
    const wait = intended - performance.now();
    if (wait > 1) await sleep(wait);
    asked.push(one(intended));
  }
  const generatorBusy = performance.eventLoopUtilization(before).utilization;
  await Promise.all(asked);
  await pool.close();
  return {
    offered: asked.length / seconds,
    goodput: inTime / seconds,
    begun: asked.length,
    whole,
    refused: refusedAfter.length,
    failed,
    failure,
    firstByteMs: quantile(firstByte),
    refusedMs: quantile(refusedAfter),
    generatorBusy,
  };
}

function isError(text: string): boolean {
  try {
    const { type, error } = JSON.parse(text);
    return type === 'error' && error.type === 'overloaded_error' && typeof error.message === 'string';
  } catch {
    return false;
  }
}

function quantile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;
}
