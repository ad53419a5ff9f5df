import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Automaton } from './automaton.ts';

/** The words in force, built when they change, in a thread of its own: a long list takes longer than a request may wait. */
export class WordList {
  #words: readonly string[] = [];
  #automaton: Automaton | undefined;

  /** undefined for no words. Rejects when they cannot be built. */
  async build(words: readonly string[]): Promise<Automaton | undefined> {
    if (words.length === 0) {
      this.#automaton = undefined;
    } else if (!this.#automaton || !isSame(words, this.#words)) {
      const worker = new Worker(new URL('./word-worker.ts', import.meta.url), { workerData: words });
      const [automaton] = (await once(worker, 'message')) as [Automaton];
      this.#automaton = automaton;
    }
    this.#words = words;
    return this.#automaton;
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, index) => word === other[index]);
}
