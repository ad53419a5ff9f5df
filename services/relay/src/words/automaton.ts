/**
 * Finds any of many words in one pass over a text (Aho and Corasick, 1975). Nodes are numbered level by level, so the
 * children of each stand side by side, in the order of their characters. Plain arrays: they move between threads.
 */
export interface Automaton {
  /** UTF-16 unit by which a node is reached from its parent. */
  readonly units: Uint16Array<ArrayBuffer>;
  /** Number of the first child; the last one is that of the next node, less one. One entry more than nodes. */
  readonly firstChild: Int32Array<ArrayBuffer>;
  /** Node of the longest end of what was read that also begins a word. */
  readonly fallback: Int32Array<ArrayBuffer>;
  /** Units since the root: as many may be the beginning of a word. */
  readonly depth: Uint16Array<ArrayBuffer>;
  /** Length of the longest word that ends here; 0 for none. */
  readonly wordLength: Uint16Array<ArrayBuffer>;
}

const root = 0;

/** Builds it of folded words; empty ones are left out. Takes a second for a hundred thousand long ones. */
export function buildAutomaton(words: readonly string[]): Automaton {
  const sorted = [...new Set(words)].filter((word) => word !== '').sort();
  const most = sorted.reduce((sum, { length }) => sum + length, 1);
  const units = new Uint16Array(most);
  const firstChild = new Int32Array(most + 1);
  const fallback = new Int32Array(most);
  const depth = new Uint16Array(most);
  const wordLength = new Uint16Array(most);
  // The words that begin with what leads to a node: a range of the sorted list.
  const from = new Int32Array(most);
  const to = new Int32Array(most);
  to[root] = sorted.length;
  let count = 1;
  for (let node = root; node < count; node++) {
    firstChild[node] = count;
    const level = depth[node] as number;
    let at = from[node] as number;
    const end = to[node] as number;
    if (at < end && sorted[at]?.length === level && level > 0) {
      wordLength[node] = level;
      at++;
    }
    while (at < end) {
      const unit = sorted[at]?.charCodeAt(level) as number;
      const child = count++;
      units[child] = unit;
      depth[child] = level + 1;
      from[child] = at;
      while (at < end && sorted[at]?.charCodeAt(level) === unit) at++;
      to[child] = at;
    }
  }
  firstChild[count] = count;
  const automaton: Automaton = {
    units: units.slice(0, count),
    firstChild: firstChild.slice(0, count + 1),
    fallback: fallback.slice(0, count),
    depth: depth.slice(0, count),
    wordLength: wordLength.slice(0, count),
  };
  addFallbacks(automaton);
  return automaton;
}

/** The node after one more unit. */
export function step(automaton: Automaton, from: number, unit: number): number {
  for (let node = from; ; node = automaton.fallback[node] as number) {
    const child = childOf(automaton, node, unit);
    if (child !== root || node === root) return child;
  }
}

/** By level: the fallback of a node is never deeper than its parent's. */
function addFallbacks(automaton: Automaton): void {
  const { firstChild, fallback, wordLength, units } = automaton;
  for (let node = root; node < fallback.length; node++) {
    for (let child = firstChild[node] as number; child < (firstChild[node + 1] as number); child++) {
      const shorter = node === root ? root : step(automaton, fallback[node] as number, units[child] as number);
      fallback[child] = shorter;
      if (wordLength[child] === 0) wordLength[child] = wordLength[shorter] as number;
    }
  }
}

/** 0, which is nobody's child, when there is none. */
function childOf({ units, firstChild }: Automaton, node: number, unit: number): number {
  let low = firstChild[node] as number;
  let high = (firstChild[node + 1] as number) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = units[middle] as number;
    if (found === unit) return middle;
    if (found < unit) low = middle + 1;
    else high = middle - 1;
  }
  return root;
}
