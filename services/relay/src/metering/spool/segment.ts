import { closeSync, fdatasync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';

/** One append-only file of the spool. It goes when every final record in it is acknowledged. */
export class Segment {
  readonly path: string;
  readonly #fd: number;
  #open = true;
  #syncing = false;
  #dirty = false;
  #closed = false;
  bytes = 0;
  /** Finals in this file that the stream does not have yet. */
  unacknowledged = 0;
  /** Finals in this file are no longer in memory: they must be read again to be published. */
  overflowed = false;

  constructor(path: string) {
    this.path = path;
    this.#fd = openSync(path, 'ax', 0o600);
  }

  /** All or nothing: behind half a record no other could be read. */
  append(records: Buffer): void {
    try {
      for (let written = 0; written < records.length; ) written += writeSync(this.#fd, records, written);
    } catch (error) {
      ftruncateSync(this.#fd, this.bytes);
      throw error;
    }
    this.bytes += records.length;
    this.#dirty = true;
  }

  /** Begins to bring what was written to the disk; one at a time. `done` hears of a failure. */
  sync(done: (error: Error | null) => void): void {
    if (!this.#dirty || this.#syncing || !this.#open) return;
    this.#dirty = false;
    this.#syncing = true;
    fdatasync(this.#fd, (error) => {
      this.#syncing = false;
      if (!this.#open) this.#closeFile();
      done(error);
    });
  }

  read(): Buffer {
    return readFileSync(this.path);
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    if (!this.#syncing) this.#closeFile();
  }

  delete(): void {
    this.close();
    rmSync(this.path, { force: true });
  }

  #closeFile(): void {
    if (this.#closed) return;
    this.#closed = true;
    closeSync(this.#fd);
  }
}
