import { isObject } from '../../dialects/json.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import type { HostCall, Provider } from '../provider.ts';

/** Credits, which are dollars. Keys that may not see the account tell what is left of their own limit. */
export const readBalance: NonNullable<Provider['readBalance']> = async (host) => {
  const left = await readCredits(host).catch((error) => {
    if (error instanceof UpstreamRefusal) return readKey(host);
    throw error;
  });
  if (!Number.isFinite(left)) throw new Error('the host tells no balance');
  return { amount: left.toFixed(4), currency: 'USD' };
};

async function readCredits(host: HostCall): Promise<number> {
  const data = dataOf(await host('/v1/credits'));
  return Number(data.total_credits) - Number(data.total_usage);
}

async function readKey(host: HostCall): Promise<number> {
  const { limit_remaining: left } = dataOf(await host('/v1/key'));
  return typeof left === 'number' ? left : Number.NaN;
}

function dataOf(payload: unknown): Record<string, unknown> {
  return isObject(payload) && isObject(payload.data) ? payload.data : {};
}
