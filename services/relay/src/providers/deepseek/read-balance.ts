import { isObject } from '../../dialects/json.ts';
import { readAmount } from '../amount.ts';
import type { Provider } from '../provider.ts';

/** An account may hold several currencies: the one with most in it is told. */
export const readBalance: NonNullable<Provider['readBalance']> = async (host) => {
  const payload = await host('/user/balance');
  const infos = isObject(payload) && Array.isArray(payload.balance_infos) ? payload.balance_infos.filter(isObject) : [];
  const [first] = infos.sort((a, b) => Number(b.total_balance) - Number(a.total_balance));
  return { amount: readAmount(first?.total_balance), currency: first?.currency === 'USD' ? 'USD' : 'CNY' };
};
