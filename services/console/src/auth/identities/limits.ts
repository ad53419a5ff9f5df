import type { Limiter } from '@switchyard/kv';
import type { FastifyBaseLogger } from 'fastify';
import { limitedAddress } from '../../http/origin.ts';
import { limit } from '../../http/too-many-requests.ts';
import { hashSecret } from '../secret-hash.ts';

const minuteMs = 60_000;

/** Counts a sign-in that is begun; throws TooManyRequests. */
export async function limitBegun(limiter: Limiter, ip: string): Promise<void> {
  await limit(limiter, `identity:begun:${limitedAddress(ip)}`, 20, 20 * minuteMs);
}

/** Counts a sign-in, or a binding, that comes back from a provider; throws TooManyRequests. */
export async function limitFinished(limiter: Limiter, ip: string): Promise<void> {
  await limit(limiter, `identity:finished:${limitedAddress(ip)}`, 20, 20 * minuteMs);
}

/**
 * Counts a try at a WeChat code; throws TooManyRequests. Six digits that are good for whoever waits can be guessed, so there are
 * few tries for a browser and an address, and few for all together.
 */
export async function limitWeChatCodes(
  limiter: Limiter,
  ip: string,
  browser: string,
  log: FastifyBaseLogger,
): Promise<void> {
  await limit(limiter, `wechat:address:${limitedAddress(ip)}`, 5, 10 * minuteMs);
  await limit(limiter, `wechat:browser:${hashSecret(browser).toString('base64url')}`, 3, 10 * minuteMs);
  await limit(limiter, 'wechat:all', 30, minuteMs).catch((error) => {
    log.error('more WeChat codes were tried within a minute than is plausible; somebody may be guessing');
    throw error;
  });
}

/** Counts the use of what Telegram has signed; false when it was used before. Keeps it for as long as it would be accepted. */
export async function isFirstUse(limiter: Limiter, signature: string, lifeMs: number): Promise<boolean> {
  return (await limiter.hit(`telegram:used:${signature}`, 1, lifeMs)).allowed;
}
