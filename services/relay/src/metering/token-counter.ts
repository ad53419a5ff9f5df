import { Worker } from 'node:worker_threads';

const patienceMs = 5_000;
const bytesPerToken = 3.5;

/** Tokens of a text by its length alone, never far below what a tokenizer finds. */
export function estimateTokens(byteLength: number): number {
  return Math.ceil(byteLength / bytesPerToken);
}

/** Tokens of a text by its length alone, hardly ever above what a tokenizer finds. */
export function leastTokens(byteLength: number): number {
  return Math.floor(byteLength / 5);
}

/** Counts tokens (o200k_base) in a worker thread that is started when first needed. */
export class TokenCounter {
  #worker: Worker | undefined;
  #nextId = 0;
  readonly #waiting = new Map<number, (counts: number[] | undefined) => void>();

  /** Tokens of each text; estimates when the worker is not in time. */
  async count(...texts: string[]): Promise<number[]> {
    const counts = await new Promise<number[] | undefined>((resolve) => {
      const id = this.#nextId++;
      const timer = setTimeout(() => this.#waiting.get(id)?.(undefined), patienceMs);
      this.#waiting.set(id, (answer) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(answer);
      });
      this.#start().postMessage({ id, texts });
    });
    return counts ?? texts.map((text) => estimateTokens(Buffer.byteLength(text)));
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./token-worker.ts', import.meta.url));
    worker.on('message', ({ id, counts }: { id: number; counts: number[] }) => this.#waiting.get(id)?.(counts));
    worker.on('error', () => {
      this.#worker = undefined;
      for (const answer of this.#waiting.values()) answer(undefined);
    });
    worker.unref();
    this.#worker = worker;
    return worker;
  }
}
