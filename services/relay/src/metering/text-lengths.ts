import type { ByteText } from '../egress/framing/byte-text.ts';

/** A member that holds text as it comes, up to the text. A pattern for the text itself runs out of stack at some megabytes. */
const textMember = /"(?:content|reasoning_content|reasoning|text|thinking|delta|partial_json|arguments)":\s*"/g;

/** How much text the events of a stream hold, without parsing them. */
export class TextLengths {
  /** Pieces of text. */
  count = 0;
  bytes = 0;
  /** One for each piece, or one for four bytes of it. */
  tokens = 0;
  /** Before the last text that was found. A stream repeats itself, and to look for these bytes costs a tenth of the pattern. */
  #mark: string | undefined;

  measure(events: ByteText): void {
    if (this.#mark && this.#measureAfter(this.#mark, events)) return;
    textMember.lastIndex = 0;
    for (let match = textMember.exec(events); match; match = textMember.exec(events)) {
      const start = textMember.lastIndex;
      const end = closingQuote(events, start);
      if (end < 0) return;
      if (end > start) {
        this.#add(end - start);
        this.#mark = match[0];
      }
      textMember.lastIndex = end;
    }
  }

  /** False when no text stands there. */
  #measureAfter(mark: string, events: ByteText): boolean {
    let found = false;
    for (let at = events.indexOf(mark); at >= 0; at = events.indexOf(mark, at)) {
      const start = at + mark.length;
      const end = closingQuote(events, start);
      if (end < 0) return found;
      if (end > start) {
        this.#add(end - start);
        found = true;
      }
      at = end;
    }
    return found;
  }

  #add(length: number): void {
    this.count++;
    this.bytes += length;
    this.tokens += Math.max(1, length / 4);
  }
}

/** Where the JSON text that begins at `start` ends; −1 when it does not. */
function closingQuote(events: ByteText, start: number): number {
  for (let at = events.indexOf('"', start); at >= 0; at = events.indexOf('"', at + 1)) {
    let slashes = 0;
    while (at - slashes > start && events[at - slashes - 1] === '\\') slashes++;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}
