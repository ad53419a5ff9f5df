import { open, seal } from './envelope.ts';
import type { SealingKey } from './keys.ts';

/** The secret that signs what a user's webhook is sent (Standard Webhooks, `whsec_…`), as it is stored. */
export function sealNotifySecret(optionKey: SealingKey, userId: number, secret: string): string {
  return seal(optionKey, secret, placeOf(userId));
}

/** The secret that was stored. Throws a sentence that does not hold it. */
export function openNotifySecret(optionKey: SealingKey, userId: number, sealed: string): string {
  return open(optionKey, sealed, placeOf(userId));
}

function placeOf(userId: number) {
  return { table: 'users', id: userId, field: 'notify_secret' };
}
