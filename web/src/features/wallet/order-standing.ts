import type { OwnOrder } from './api.ts';

const open = ['created', 'pending', 'confirming'];

/** Whether money for the order is awaited at this time. */
export function isAwaited({ state, expires_at: expiresAt }: OwnOrder, nowMs = Date.now()): boolean {
  return state === 'confirming' || (open.includes(state) && expiresAt * 1000 > nowMs);
}
