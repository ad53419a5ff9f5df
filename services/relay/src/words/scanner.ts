import { type Automaton, step } from './automaton.ts';
import { clustersOf, foldCluster } from './fold.ts';

/** Some of a text that comes in pieces. */
export interface Piece {
  readonly text: string;
  /** Characters that belong to a word, by their indexes, in the order in which they were found. */
  readonly found: Range[];
  /** Folded units of the whole text up to its end. */
  end: number;
}

interface Range {
  readonly from: number;
  readonly to: number;
  /** It is seen. */
  readonly visible: boolean;
}

/** A character that may still belong to a word. */
interface Open {
  readonly piece: Piece;
  readonly range: Range;
  readonly end: number;
  isFound: boolean;
}

/** Looks for words in one text that comes in pieces. A word may begin in one piece and end in a later one. */
export class Scanner {
  readonly #words: Automaton;
  #node = 0;
  #units = 0;
  #open: Open[] = [];

  constructor(words: Automaton) {
    this.#words = words;
  }

  /** Reads on, and answers whether a word ends here. It may have begun in an earlier piece. */
  push(text: string): { readonly piece: Piece; readonly hasEnd: boolean } {
    const piece: Piece = { text, found: [], end: 0 };
    let from = 0;
    for (const cluster of clustersOf(text)) {
      const to = from + cluster.length;
      this.#read(piece, from, to, foldCluster(cluster));
      from = to;
    }
    piece.end = this.#units;
    const decided = this.#decided;
    this.#open = this.#open.filter(({ end }) => end > decided);
    // What ends a word belongs to it.
    return { piece, hasEnd: piece.found.length > 0 };
  }

  /** Whether all of a piece is known to belong to a word or not. */
  isDecided(piece: Piece): boolean {
    return piece.end <= this.#decided;
  }

  /** What stands open goes on no more: the text has ended, or another one begins. */
  settle(): void {
    this.#node = 0;
    this.#open = [];
  }

  /** Units before this one are no beginning of a word. */
  get #decided(): number {
    return this.#units - (this.#words.depth[this.#node] as number);
  }

  #read(piece: Piece, from: number, to: number, folded: string): void {
    const range = { from, to, visible: folded !== '' };
    this.#open.push({ piece, range, end: this.#units + folded.length, isFound: false });
    for (let at = 0; at < folded.length; at++) {
      this.#node = step(this.#words, this.#node, folded.charCodeAt(at));
      this.#units++;
      const length = this.#words.wordLength[this.#node] as number;
      if (length > 0) this.#mark(this.#units - length);
    }
    if (this.#node === 0) this.#open.length = 0;
  }

  /** Marks all characters behind `start` as found. */
  #mark(start: number): void {
    for (let at = this.#open.length - 1; at >= 0; at--) {
      const open = this.#open[at] as Open;
      if (open.end <= start) break;
      if (!open.isFound) open.piece.found.push(open.range);
      open.isFound = true;
    }
  }
}

/** The text of a piece with an asterisk for each character that belongs to a word. */
export function mask({ text, found }: Piece): string {
  if (found.length === 0) return text;
  let masked = '';
  let at = 0;
  for (const { from, to, visible } of found.toSorted((left, right) => left.from - right.from)) {
    masked += text.slice(at, from) + (visible ? '*' : '');
    at = to;
  }
  return masked + text.slice(at);
}
