import { type Code, type CodeState, codeStatus, NEVER } from './api.ts';

export const codeStates = ['unused', 'disabled', 'used', 'expired'] as const satisfies readonly CodeState[];

/** What a code is worth at a moment (unix seconds). */
export function stateOf({ status, expired_time: expires }: Code, now: number): CodeState {
  if (status === codeStatus.used) return 'used';
  if (status === codeStatus.disabled) return 'disabled';
  return expires !== NEVER && expires <= now ? 'expired' : 'unused';
}
