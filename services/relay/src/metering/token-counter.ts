import { Worker } from 'node:worker_threads';

const patienceMs = 5_000;
/** Until a count for a charge is begun: what is held for its request stays held for so long. */
const longestWaitMs = 60_000;
const bytesPerToken = 3.5;
/** A few hundred milliseconds of the worker at most: so long one count waits for another that goes first. */
const sliceLength = 100_000;
/** Of a text that nobody pays for. */
const mostFreeBytes = 1_048_576;
const mostFreeWaiting = 32;

/** Tokens of a text by its length alone, never far below what a tokenizer finds. */
export function estimateTokens(byteLength: number): number {
  return Math.ceil(byteLength / bytesPerToken);
}

/** Tokens of a text by its length alone, hardly ever above what a tokenizer finds. */
export function leastTokens(byteLength: number): number {
  return Math.floor(byteLength / 5);
}

export interface Counted {
  /** By text. */
  readonly tokens: readonly number[];
  /** By the length alone: the worker was not in time. */
  readonly isEstimate: boolean;
}

interface Job {
  /** What is still to be counted. */
  readonly slices: { readonly index: number; readonly text: string }[];
  /** Tokens found so far, by text. */
  readonly counts: number[];
  /** Its first slice is counted. */
  begin(): void;
  /** Answers the counts, or that there are none. */
  end(counts?: number[]): void;
}

/**
 * Counts tokens (o200k_base) in a worker thread that is started when first needed, slice by slice: charges before what is free, and what
 * has the least left before what has more.
 */
export class TokenCounter {
  #worker: Worker | undefined;
  readonly #paid = new Set<Job>();
  readonly #free = new Set<Job>();
  /** Whose slice the worker has, and of which text. */
  #running: { readonly job: Job; readonly index: number } | undefined;

  /** Tokens of each text, for a charge; estimates when the worker is not in time. */
  count(...texts: string[]): Promise<Counted> {
    return this.#count(this.#paid, texts);
  }

  /** Tokens of a text that nobody is charged for; an estimate also beyond a mebibyte, and when many are waiting. */
  async countFree(text: string): Promise<number> {
    const byteLength = Buffer.byteLength(text);
    if (byteLength > mostFreeBytes || this.#free.size >= mostFreeWaiting) return estimateTokens(byteLength);
    const { tokens } = await this.#count(this.#free, [text]);
    return tokens[0] as number;
  }

  async close(): Promise<void> {
    for (const job of [...this.#paid, ...this.#free]) job.end();
    await this.#worker?.terminate();
  }

  /** Who waits for a free count is given up in time; a charge has all its time from its first slice on. */
  async #count(queue: Set<Job>, texts: readonly string[]): Promise<Counted> {
    const counts = await new Promise<number[] | undefined>((resolve) => {
      let timer = setTimeout(() => job.end(), queue === this.#paid ? longestWaitMs : patienceMs);
      let isBegun = queue === this.#free;
      const job: Job = {
        slices: texts.flatMap(slicesOf),
        counts: texts.map(() => 0),
        begin() {
          if (isBegun) return;
          isBegun = true;
          clearTimeout(timer);
          timer = setTimeout(() => job.end(), patienceMs);
        },
        end(found) {
          clearTimeout(timer);
          queue.delete(job);
          resolve(found);
        },
      };
      queue.add(job);
      this.#next();
    });
    const tokens = counts ?? texts.map((text) => estimateTokens(Buffer.byteLength(text)));
    return { tokens, isEstimate: counts === undefined };
  }

  #next(): void {
    if (this.#running) return;
    for (let job = this.#first(); job; job = this.#first()) {
      const slice = job.slices.shift();
      if (slice) {
        job.begin();
        this.#running = { job, index: slice.index };
        this.#start().postMessage(slice.text);
        return;
      }
      job.end(job.counts);
    }
  }

  /** The one with the least left to count; of several, who came first. */
  #first(): Job | undefined {
    let first: Job | undefined;
    for (const job of this.#paid.size > 0 ? this.#paid : this.#free)
      if (!first || job.slices.length < first.slices.length) first = job;
    return first;
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./token-worker.ts', import.meta.url));
    worker.on('message', (tokens: number) => {
      const { job, index } = this.#running as { job: Job; index: number };
      job.counts[index] = (job.counts[index] as number) + tokens;
      this.#running = undefined;
      this.#next();
    });
    worker.on('error', () => {
      this.#worker = undefined;
      this.#running = undefined;
      for (const job of [...this.#paid, ...this.#free]) job.end();
    });
    worker.unref();
    this.#worker = worker;
    return worker;
  }
}

function slicesOf(text: string, index: number): Job['slices'] {
  const slices: Job['slices'] = [];
  for (let at = 0; at < text.length; at += sliceLength) slices.push({ index, text: text.slice(at, at + sliceLength) });
  return slices;
}
