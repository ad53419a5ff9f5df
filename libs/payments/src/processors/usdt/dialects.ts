import { Value } from 'typebox/value';
import { Standing, type StandingAnswer } from './answers.ts';

/** How one family of USDT gateways differs from the others. */
interface Dialect {
  readonly path: string;
  readonly needsMerchantId: boolean;
  /** Fields of an order beyond those that all families have. */
  extra(merchantId: string): Readonly<Record<string, string>>;
  /** The member of the answer that holds the wallet's address. */
  readonly wallet: 'token' | 'receive_address';
  /** How an order stands; `unknown`: there is none, it was deleted there or the address is another gateway's now. Undefined: neither. */
  readStanding(answer: StandingAnswer): Standing | 'unknown' | undefined;
}

const epusdt: Dialect = {
  path: '/api/v1/order/create-transaction',
  needsMerchantId: false,
  extra: () => ({}),
  wallet: 'token',
  readStanding({ status_code: code, data }) {
    if (code === 10008) return 'unknown';
    return code === 200 && Value.Check(Standing, data) ? data : undefined;
  },
};

/** BEpusdt has a trade type too; without one it takes USDT on Tron. It has one code for all that it refuses, here only unknown orders. */
const bepusdt: Dialect = {
  ...epusdt,
  readStanding(answer) {
    if (answer.status_code === 400) return 'unknown';
    return Value.Check(Standing, answer) ? answer : undefined;
  },
};

const gmpay: Dialect = {
  ...epusdt,
  path: '/payments/gmpay/v1/order/create-transaction',
  needsMerchantId: true,
  extra: (pid) => ({ pid, currency: 'cny', token: 'usdt', network: 'tron' }),
  wallet: 'receive_address',
};

export const dialects = { epusdt, bepusdt, gmpay };
