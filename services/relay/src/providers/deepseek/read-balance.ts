import { isObject } from '../../dialects/json.ts';
import { readAmount } from '../amount.ts';
import type { Provider } from '../provider.ts';

/** An account may hold several currencies: the one with most in it is told. */
export const readBalance: NonNullable<Provider['readBalance']> = async (host, { baseUrl = '' }) => {
  // It stands beside the version, which the channel's address may end in.
  const root = /^(.*)\/v1\/?$/.exec(baseUrl)?.[1] ?? '';
  const payload = await host(`${root}/user/balance`);
  const infos = isObject(payload) && Array.isArray(payload.balance_infos) ? payload.balance_infos.filter(isObject) : [];
  const [first] = infos.sort((a, b) => Number(b.total_balance) - Number(a.total_balance));
  return { amount: readAmount(first?.total_balance), currency: first?.currency === 'USD' ? 'USD' : 'CNY' };
};
