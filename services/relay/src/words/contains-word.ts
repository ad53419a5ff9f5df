import { setImmediate as turn } from 'node:timers/promises';
import { type Automaton, step } from './automaton.ts';
import { clustersOf, foldCluster } from './fold.ts';

/** As much is read in a millisecond or two; then others have their turn. */
const sliceLength = 32_768;

/** Whether any word stands in a text: at once for one that is not long. */
export function containsWord(words: Automaton, text: string): boolean | Promise<boolean> {
  return text.length <= sliceLength ? containsWordNow(words, text) : readInSlices(new Search(words), text);
}

/** The same at once, however long it takes: for short texts that must not change their order. */
export function containsWordNow(words: Automaton, text: string): boolean {
  return new Search(words).read(text);
}

async function readInSlices(search: Search, text: string): Promise<boolean> {
  for (let from = 0; from < text.length; ) {
    const to = endOfSlice(text, from + sliceLength);
    if (search.read(text.slice(from, to))) return true;
    from = to;
    await turn();
  }
  return false;
}

/** Behind a line or a space, where a slice cuts no character from its marks; anywhere when there is none. */
function endOfSlice(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const space = text.slice(end - 1_024, end).search(/\s\S*$/);
  return space < 0 ? end : end - 1_024 + space;
}

class Search {
  readonly #words: Automaton;
  #node = 0;

  constructor(words: Automaton) {
    this.#words = words;
  }

  read(text: string): boolean {
    for (const cluster of clustersOf(text)) {
      const folded = foldCluster(cluster);
      for (let at = 0; at < folded.length; at++) {
        this.#node = step(this.#words, this.#node, folded.charCodeAt(at));
        if ((this.#words.wordLength[this.#node] as number) > 0) return true;
      }
    }
    return false;
  }
}
