import { randomBytes } from 'node:crypto';
import { sharedServer } from './servers/shared.ts';

/** The shared Redis and a key prefix nobody else uses. */
export async function testRedis(): Promise<{ url: string; prefix: string }> {
  return { url: await sharedServer('TEST_REDIS_URL'), prefix: `${unique()}:` };
}

/** The shared NATS and a word nobody else uses, to begin stream names and subjects with. */
export async function testNats(): Promise<{ url: string; prefix: string }> {
  return { url: await sharedServer('TEST_NATS_URL'), prefix: unique() };
}

function unique(): string {
  return `test${randomBytes(6).toString('hex')}`;
}
