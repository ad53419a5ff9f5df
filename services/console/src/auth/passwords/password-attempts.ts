import { createHash } from 'node:crypto';
import type { Limiter } from '@switchyard/kv';
import { limitedAddress } from '../../http/origin.ts';
import { limit } from '../../http/too-many-requests.ts';

const minuteMs = 60_000;

/**
 * Tries an account has. The windows lie inside one another, so that after five tries the waits grow: 1, 2, 4, 8 and
 * then 15 minutes. A success clears them.
 */
const accountWindows = [
  { tries: 5, minutes: 1 },
  { tries: 6, minutes: 3 },
  { tries: 7, minutes: 7 },
  { tries: 8, minutes: 15 },
  { tries: 9, minutes: 30 },
] as const;
const addressTries = 20;
const addressWindowMs = 20 * minuteMs;

/**
 * Counts a try before the password is looked at; throws TooManyRequests. `account` is the user's id or, for a name
 * nobody has, that name: known and unknown accounts answer alike.
 */
export async function countPasswordTry(limiter: Limiter, account: string, ip: string): Promise<void> {
  await limit(limiter, `password:address:${limitedAddress(ip)}`, addressTries, addressWindowMs);
  for (const { tries, minutes } of accountWindows) {
    await limit(limiter, accountKey(account, minutes), tries, minutes * minuteMs);
  }
}

export async function forgetPasswordTries(limiter: Limiter, account: string): Promise<void> {
  await Promise.all(accountWindows.map(({ minutes }) => limiter.reset(accountKey(account, minutes))));
}

function accountKey(account: string, minutes: number): string {
  const hash = createHash('sha256').update(account).digest('base64url').slice(0, 22);
  return `password:account:${hash}:${minutes}`;
}
