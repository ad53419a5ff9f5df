import { isObject } from '../../dialects/json.ts';
import type { Provider } from '../provider.ts';

/** What gateways of OpenAI's shape tell of a key: a limit in dollars, and what is used of it in cents. */
export const readDashboard: NonNullable<Provider['readBalance']> = async (host) => {
  const [subscription, usage] = await Promise.all([
    host('/v1/dashboard/billing/subscription'),
    host('/v1/dashboard/billing/usage'),
  ]);
  const limit = isObject(subscription) ? Number(subscription.hard_limit_usd) : Number.NaN;
  const used = isObject(usage) ? Number(usage.total_usage) : Number.NaN;
  if (!Number.isFinite(limit - used)) throw new Error('the host tells no balance');
  return { amount: (limit - used / 100).toFixed(4), currency: 'USD' };
};
