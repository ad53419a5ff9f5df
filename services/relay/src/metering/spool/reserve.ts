import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Room on the disk that is kept for what running requests have yet to write. */
export class Reserve {
  readonly #path: string;
  readonly #bytes: number;
  #kept = false;

  constructor(directory: string, bytes: number) {
    this.#path = join(directory, 'reserve');
    this.#bytes = bytes;
  }

  /** Throws when there is no room for it. */
  keep(): void {
    if (this.#kept) return;
    try {
      // Written out: what is merely said to be so long takes no room.
      writeFileSync(this.#path, Buffer.alloc(this.#bytes));
    } catch (error) {
      this.give();
      throw error;
    }
    this.#kept = true;
  }

  give(): void {
    this.#kept = false;
    rmSync(this.#path, { force: true });
  }
}
