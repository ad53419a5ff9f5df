import { open } from '@switchyard/crypto';
import type { Context } from '../../context.ts';
import { limit } from '../../http/too-many-requests.ts';
import { useBackupCode } from './backup-codes.ts';
import { stepOf } from './totp.ts';
import { findTotpSecret, takeStep } from './totp-repository.ts';

const tries = 5;
const windowMs = 5 * 60_000;

/**
 * True for a code of the user's authenticator app that was not used before, or a backup code, which is used up. Counts tries per
 * account, over all sessions; throws TooManyRequests.
 */
export async function isSecondFactor({ db, keys, kv }: Context, userId: number, code: string): Promise<boolean> {
  const counter = `2fa:${userId}`;
  await limit(kv.limiter, counter, tries, windowMs);
  const typed = code.replace(/\s/g, '');
  const isRight = /^\d{6}$/.test(typed) ? await isTotpCode() : await useBackupCode(db, userId, typed);
  if (isRight) await kv.limiter.reset(counter);
  return isRight;

  async function isTotpCode(): Promise<boolean> {
    const stored = await findTotpSecret(db, userId);
    if (!stored) return false;
    const step = stepOf(open(keys.totpKey, stored.sealed, totpPlace(userId)), typed);
    return step !== undefined && takeStep(db, userId, step);
  }
}

/** Where the secret of a user is sealed. */
export function totpPlace(userId: number) {
  return { table: 'totp_secrets', id: userId, field: 'secret' };
}
