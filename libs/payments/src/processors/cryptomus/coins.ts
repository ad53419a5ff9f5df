import { parseDecimal } from '../../money.ts';
import { type CryptomusAccount, callCryptomus } from './client.ts';
import { Courses, Services } from './schema.ts';

/** A coin on a network in which an invoice can be paid; decimal texts. */
export interface Coin {
  readonly currency: string;
  readonly network: string;
  /** In coins. */
  readonly minAmount: string;
  /** Coins for one US dollar. */
  readonly course: string;
}

/** The coins that the provider takes now. One that nobody quotes is left out: its minimum could not be checked. */
export async function listCoins(account: CryptomusAccount): Promise<Coin[]> {
  const [services, courses] = await Promise.all([
    callCryptomus(account, '/v1/payment/services', Services, {}),
    callCryptomus(account, '/v1/exchange-rate/USD/list', Courses),
  ]);
  const courseOf = new Map(courses.map(({ to, course }) => [to, course]));
  return services.flatMap(({ currency, network, is_available, limit }) => {
    const course = courseOf.get(currency);
    return is_available && course ? [{ currency, network, minAmount: limit.min_amount, course }] : [];
  });
}

/** The method of an order that is paid in this coin. */
export function cryptomusMethod({ currency, network }: Coin): string {
  return `${currency}/${network}`;
}

/** Whether so many dollars are enough for an invoice in this coin. */
export function isEnoughCoins({ minAmount, course }: Coin, usd: string): boolean {
  const [amount, rate, least] = [parseDecimal(usd), parseDecimal(course), parseDecimal(minAmount)];
  if (amount === undefined || rate === undefined || least === undefined) return false;
  return amount * rate >= least * 10n ** 12n;
}
