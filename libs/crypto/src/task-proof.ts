import { createHmac } from 'node:crypto';

export type TaskPurpose = 'image' | 'notify' | 'video';

/**
 * What an address about a task carries to show that we made it, base64url. `key` is `taskLinkKey`; an address for one purpose
 * proves nothing for another.
 */
export function taskProof(key: Uint8Array, purpose: TaskPurpose, requestId: string): string {
  return createHmac('sha256', key).update(`${purpose} ${requestId}`).digest('base64url');
}

/** Address of a task's picture behind this installation's own, which is given without a slash at its end. */
export function taskImageUrl(key: Uint8Array, serverAddress: string, requestId: string): string {
  return `${serverAddress}/mj/image/${requestId}?k=${taskProof(key, 'image', requestId)}`;
}

/** The same of its video. */
export function taskVideoUrl(key: Uint8Array, serverAddress: string, requestId: string): string {
  return `${serverAddress}/v1/videos/linked/${requestId}?k=${taskProof(key, 'video', requestId)}`;
}
