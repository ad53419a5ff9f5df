import { createHash } from 'node:crypto';
import type { Limiter } from '@switchyard/kv';
import type { Logger } from '@switchyard/log';
import { limitedAddress } from '../../http/origin.ts';
import { limit } from '../../http/too-many-requests.ts';
import { canonicalAddress } from './email-address.ts';

const secondMs = 1_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;
/** Of all visitors together. More is an attack: somebody uses us to flood mail boxes. */
const mailsPerHour = 2_000;

/** Counts a call that sends a mail to an address that a visitor typed. Comes before anything is looked up. */
export async function limitMailCalls(limiter: Limiter, ip: string): Promise<void> {
  const place = limitedAddress(ip);
  await limit(limiter, `mail:place:${place}:30s`, 2, 30 * secondMs);
  await limit(limiter, `mail:place:${place}:day`, 20, dayMs);
}

/**
 * Counts a mail to an address, and to the mail box in whatever spelling. After the human check, so that no machine uses up what is
 * somebody else's.
 */
export async function limitMailsTo(limiter: Limiter, address: string, log: Pick<Logger, 'error'>): Promise<void> {
  await limit(limiter, `mail:to:${short(address)}:30s`, 1, 30 * secondMs);
  await limit(limiter, `mail:box:${short(canonicalAddress(address))}:hour`, 5, hourMs);
  await limit(limiter, 'mail:all:hour', mailsPerHour, hourMs).catch((error) => {
    log.error(
      { mailsPerHour },
      'visitors asked for more mails than is plausible; further ones are refused for the hour',
    );
    throw error;
  });
}

function short(address: string): string {
  return createHash('sha256').update(address).digest('base64url').slice(0, 22);
}
