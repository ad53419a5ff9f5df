import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { Clock } from './clock.ts';

const root = '/simulated/';
const { openSync, writeSync, closeSync, fdatasync, readFileSync, readdirSync, statSync, rmSync } = fs;
const real = { openSync, writeSync, closeSync, fdatasync, readFileSync, readdirSync, statSync, rmSync };

/**
 * Files below /simulated, in memory. A process that is doomed dies in the middle of one of its calls: of a write some
 * first bytes are kept, and nothing that it does afterwards leaves a trace.
 */
export class Disk {
  readonly #clock: Clock;
  readonly #files = new Map<string, Buffer[]>();
  readonly #open = new Map<number, string>();
  #handle = 1_000_000;
  /** Asked before each change: how many bytes of it are made, of those there are. */
  onChange: (bytes: number) => number = (bytes) => bytes;
  /** What is read of a file, of what is in it. */
  onRead: (content: Buffer) => Buffer = (content) => content;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  install(): () => void {
    const mine = (path: unknown): path is string => typeof path === 'string' && path.startsWith(root);
    const patched = {
      openSync: (path: string, flags: string, mode: number) => {
        if (!mine(path)) return real.openSync(path, flags, mode);
        if (flags.includes('x') && this.#files.has(path)) throw new Error(`EEXIST: ${path}`);
        if (this.#change(1) === 1) this.#files.set(path, []);
        this.#open.set(++this.#handle, path);
        return this.#handle;
      },
      writeSync: (handle: number, bytes: Buffer, offset: number, ...more: number[]) => {
        const path = this.#open.get(handle);
        if (path === undefined) return real.writeSync(handle, bytes, offset, ...more);
        const written = bytes.subarray(offset);
        const kept = this.#change(written.length);
        this.#files.get(path)?.push(Buffer.from(written.subarray(0, kept)));
        return written.length;
      },
      closeSync: (handle: number) => (this.#open.delete(handle) ? undefined : real.closeSync(handle)),
      fdatasync: (handle: number, done: (error: Error | null) => void) =>
        this.#open.has(handle) ? done(null) : real.fdatasync(handle, done),
      readFileSync: (path: string, ...rest: []) => {
        if (!mine(path)) return real.readFileSync(path, ...rest);
        return this.onRead(Buffer.concat(this.#files.get(path) ?? []));
      },
      readdirSync: (path: string, ...rest: []) => {
        if (!mine(path)) return real.readdirSync(path, ...rest);
        return [...this.#files.keys()]
          .filter((file) => file.startsWith(`${path}/`))
          .map((file) => file.slice(path.length + 1));
      },
      statSync: (path: string, ...rest: []) => {
        if (!mine(path)) return real.statSync(path, ...rest);
        return { size: (this.#files.get(path) ?? []).reduce((sum, { length }) => sum + length, 0) };
      },
      rmSync: (path: string, options: object) => {
        if (!mine(path)) return real.rmSync(path, options);
        if (this.#change(1) === 1) this.#files.delete(path);
      },
    };
    Object.assign(fs, patched);
    syncBuiltinESMExports();
    return () => {
      Object.assign(fs, real);
      syncBuiltinESMExports();
    };
  }

  /** Files in a directory. */
  count(directory: string): number {
    return [...this.#files.keys()].filter((file) => file.startsWith(`${directory}/`)).length;
  }

  /** How much of a change is made: nothing of what a dead process does. */
  #change(size: number): number {
    return this.#clock.current?.alive === false ? 0 : this.onChange(size);
  }
}
