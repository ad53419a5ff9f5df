/** Clients that come and leave would keep as many upstreams busy. */
const mostAtOnce = 100;

/** Answers that are read to their end though their client left: so many at once and no more. */
export class Drains {
  #running = 0;

  /** Whether one more may be read; if so, `end` must follow. */
  begin(): boolean {
    if (this.#running >= mostAtOnce) return false;
    this.#running++;
    return true;
  }

  end(): void {
    this.#running--;
  }
}
