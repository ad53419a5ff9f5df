import type { Json } from '../dialects/canonical.ts';
import type { ClientDialect } from '../dialects/dialect.ts';
import type { TextSlot } from '../dialects/text-slot.ts';
import type { CompletionRule } from './rules.ts';
import { mask, type Piece, Scanner } from './scanner.ts';

/** An answer, or an event of one, whose texts were looked through. */
export interface Looked {
  readonly payload: Json;
  readonly pieces: readonly { readonly slot: TextSlot; readonly piece: Piece; readonly scanner: Scanner }[];
  /** A word ends in it. */
  readonly hasEnd: boolean;
}

/** Looks through the texts of one answer, payload by payload. What stands in several blocks is several texts. */
export class AnswerFilter {
  readonly #rule: CompletionRule;
  readonly #dialect: ClientDialect;
  readonly #open = new Map<number, { readonly block: string; readonly scanner: Scanner }>();

  constructor(rule: CompletionRule, dialect: ClientDialect) {
    this.#rule = rule;
    this.#dialect = dialect;
  }

  look(payload: Json): Looked {
    const pieces: Looked['pieces'][number][] = [];
    let hasEnd = false;
    for (const slot of this.#dialect.textSlots(payload)) {
      const scanner = this.#scannerOf(slot);
      const read = scanner.push(slot.holder[slot.name] as string);
      hasEnd ||= read.hasEnd;
      pieces.push({ slot, piece: read.piece, scanner });
      if (slot.block === undefined) scanner.settle();
    }
    return { payload, pieces, hasEnd };
  }

  /** Nothing more comes. */
  settle(): void {
    for (const { scanner } of this.#open.values()) scanner.settle();
  }

  /** A new block of an answer ends the one before. */
  #scannerOf({ answer, block }: TextSlot): Scanner {
    const open = this.#open.get(answer);
    if (block !== undefined && open?.block === block) return open.scanner;
    const scanner = new Scanner(this.#rule.words);
    if (block !== undefined) {
      open?.scanner.settle();
      this.#open.set(answer, { block, scanner });
    }
    return scanner;
  }
}

/** Whether all texts of a payload are known to hold words or not. */
export function isDecided({ pieces }: Looked): boolean {
  return pieces.every(({ piece, scanner }) => scanner.isDecided(piece));
}

/** Whether some of a payload belongs to a word. */
export function hasWord({ pieces }: Looked): boolean {
  return pieces.some(({ piece }) => piece.found.length > 0);
}

export function maskWords({ pieces }: Looked): void {
  for (const { slot, piece } of pieces) if (piece.found.length > 0) write(slot, mask(piece));
}

/** Leaves of the texts what stands before the first word. Answers whether anything is left. */
export function cutBeforeWord({ pieces }: Looked): boolean {
  let rest = 0;
  let isPast = false;
  for (const { slot, piece } of pieces) {
    if (isPast) write(slot, '');
    else if (piece.found.length > 0) {
      const kept = piece.text.slice(0, Math.min(...piece.found.map(({ from }) => from)));
      write(slot, kept);
      rest += kept.length;
      isPast = true;
    } else rest += piece.text.length;
  }
  return rest > 0;
}

function write({ holder, name, logprobs }: TextSlot, text: string): void {
  holder[name] = text;
  const told = logprobs?.holder[logprobs.name];
  if (logprobs && told) logprobs.holder[logprobs.name] = Array.isArray(told) ? [] : null;
}
