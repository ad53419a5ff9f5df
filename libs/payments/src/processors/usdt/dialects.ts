/** How one family of USDT gateways differs from the others. */
interface Dialect {
  readonly path: string;
  readonly needsMerchantId: boolean;
  /** Fields of an order beyond those that all families have. */
  extra(merchantId: string): Readonly<Record<string, string>>;
  /** The member of the answer that holds the wallet's address. */
  readonly wallet: 'token' | 'receive_address';
}

const epusdt: Dialect = {
  path: '/api/v1/order/create-transaction',
  needsMerchantId: false,
  extra: () => ({}),
  wallet: 'token',
};

/** BEpusdt has a trade type too; without one it takes USDT on Tron. */
const bepusdt: Dialect = epusdt;

const gmpay: Dialect = {
  path: '/payments/gmpay/v1/order/create-transaction',
  needsMerchantId: true,
  extra: (pid) => ({ pid, currency: 'cny', token: 'usdt', network: 'tron' }),
  wallet: 'receive_address',
};

export const dialects = { epusdt, bepusdt, gmpay };
