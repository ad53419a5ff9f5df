import { hash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets in a time that depends neither on where they differ nor on how long they are. */
export function constantTimeEqual(left: string, right: string): boolean {
  return timingSafeEqual(hash('sha256', left, 'buffer'), hash('sha256', right, 'buffer'));
}
