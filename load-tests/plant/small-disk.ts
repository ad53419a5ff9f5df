import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own in memory that a test may fill; only root may mount one. */
export class SmallDisk {
  readonly path: string;
  readonly #ballast: string;

  constructor(sizeBytes: number) {
    this.path = mkdtempSync(join(tmpdir(), 'switchyard-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes}`, 'switchyard-test', this.path]);
    // Postgres runs under another account.
    chmodSync(this.path, 0o777);
    this.#ballast = join(this.path, 'ballast');
  }

  get freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.path);
    return bavail * bsize;
  }

  /** Takes all room but so much. */
  fill(leftBytes = 0): void {
    writeFileSync(this.#ballast, Buffer.alloc(Math.max(0, this.freeBytes - leftBytes)));
  }

  /** Gives the room back. */
  clear(): void {
    rmSync(this.#ballast, { force: true });
  }

  /** When nobody uses it any more. */
  remove(): void {
    execFileSync('umount', ['--lazy', this.path]);
    rmdirSync(this.path);
  }
}
