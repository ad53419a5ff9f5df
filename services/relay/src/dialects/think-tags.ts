const open = '<think>';
const close = '</think>';

/**
 * Tells reasoning from text in answers that begin with `<think>...</think>`. Elsewhere in a text the tags are text.
 * Holds back what may be the beginning of a tag: one per answer.
 */
export class ThinkTags {
  readonly #to: { text(text: string): void; reasoning(text: string): void };
  #state: 'before' | 'inside' | 'between' | 'after' = 'before';
  #held = '';

  constructor(to: { text(text: string): void; reasoning(text: string): void }) {
    this.#to = to;
  }

  push(piece: string): void {
    this.#held += piece;
    if (this.#state === 'before') this.#begin();
    if (this.#state === 'inside') this.#think();
    if (this.#state === 'between') this.#skipSpace();
    if (this.#state === 'after') this.#release();
  }

  /** No more will come: what was held back is no tag. */
  end(): void {
    if (this.#state === 'inside') this.#to.reasoning(this.#held);
    else this.#to.text(this.#held);
    this.#held = '';
  }

  #begin(): void {
    const text = this.#held.trimStart();
    if (text.startsWith(open)) {
      this.#held = text.slice(open.length);
      this.#state = 'inside';
    } else if (!open.startsWith(text)) this.#state = 'after';
  }

  #think(): void {
    const at = this.#held.indexOf(close);
    if (at >= 0) {
      this.#to.reasoning(this.#held.slice(0, at));
      this.#held = this.#held.slice(at + close.length);
      this.#state = 'between';
      return;
    }
    const certain = this.#held.length - overlap(this.#held);
    this.#to.reasoning(this.#held.slice(0, certain));
    this.#held = this.#held.slice(certain);
  }

  #skipSpace(): void {
    this.#held = this.#held.trimStart();
    if (this.#held !== '') this.#state = 'after';
  }

  #release(): void {
    this.#to.text(this.#held);
    this.#held = '';
  }
}

/** Characters at the end of a text that the closing tag may begin with. */
function overlap(text: string): number {
  for (let length = Math.min(close.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(close.slice(0, length))) return length;
  }
  return 0;
}
