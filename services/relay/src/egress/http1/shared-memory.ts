import type { OnReadOpts, Socket } from 'node:net';

/** A quarter of what Node reads at once: what was read waits for a client that is slower. A megabyte takes no more time so. */
const buffer = Buffer.allocUnsafeSlow(16_384);
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
