import type { OnReadOpts, Socket } from 'node:net';

/** As much as Node reads at once. */
const buffer = Buffer.allocUnsafeSlow(65_536);
const readers = new WeakMap<object, (bytes: Buffer) => void>();

/**
 * The option `onread` of sockets that all read into the same memory: Node gives every read 64 KiB of its own otherwise, and what that costs
 * is a good part of a short answer. What a reader wants to keep it must copy.
 */
export const readsIntoSharedMemory: OnReadOpts = {
  buffer,
  callback(this: unknown, length: number) {
    readers.get(this as Socket)?.(buffer.subarray(0, length));
    return true;
  },
};

/** Hears what such a socket reads, in place of its `data`. */
export function readFrom(socket: Socket, reader: (bytes: Buffer) => void): void {
  readers.set(socket, reader);
}
