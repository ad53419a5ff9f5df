import { createHmac } from 'node:crypto';

/** The hash by which a channel is found when somebody types its key, 32 bytes. */
export function hashChannelKey(pepper: Uint8Array, key: string): Buffer {
  return createHmac('sha256', pepper).update(key.trim()).digest();
}
