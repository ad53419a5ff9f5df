import { createHash, randomBytes } from 'node:crypto';
import type { HostReply, HostRequest } from '../hosts/host.ts';
import { jsonReply } from '../hosts/reply.ts';
import { type RunningHost, startHost } from '../hosts/start-host.ts';

type Family = 'epusdt' | 'bepusdt' | 'gmpay';

export interface UsdtOrder {
  readonly tradeId: string;
  readonly orderId: string;
  readonly amount: number;
  /** Coins to send. */
  readonly coins: string;
  readonly notifyUrl: string;
  /** 1 waiting, 2 paid, 3 expired. */
  status: number;
}

export interface FakeUsdt extends RunningHost {
  readonly key: string;
  readonly merchantId: string;
  /** By our order number. */
  readonly orders: ReadonlyMap<string, UsdtOrder>;
  become(orderId: string, status: number): void;
  /** The body of the gateway's call about an order; `changes` are signed too. */
  notice(orderId: string, changes?: Record<string, string | number>): string;
}

const address = 'TNEns8t9jbWENbStkQdVQtHMGpbsYsQjZK';
const createPaths: Readonly<Record<Family, string>> = {
  epusdt: '/api/v1/order/create-transaction',
  bepusdt: '/api/v1/order/create-transaction',
  gmpay: '/payments/gmpay/v1/order/create-transaction',
};
const lifeSeconds = 600;

/** A USDT gateway of one of the families: verifies orders, hands out an amount of coins each, answers how they stand. */
export async function fakeUsdt(family: Family, key = 'epusdt-demo-token-0001'): Promise<FakeUsdt> {
  const merchantId = '1000';
  const orders = new Map<string, UsdtOrder>();
  const isBep = family === 'bepusdt';

  function handle(request: HostRequest): HostReply | undefined {
    if (request.method === 'POST' && request.path === createPaths[family]) return create(request);
    const [, tradeId] = /^\/pay\/check-status\/(.+)$/.exec(request.path) ?? [];
    if (request.method !== 'GET' || !tradeId) return undefined;
    const order = [...orders.values()].find((one) => one.tradeId === tradeId);
    if (!order) return refused(10008, 'order does not exist');
    const standing = { trade_id: tradeId, status: order.status };
    return isBep ? jsonReply(200, { ...standing, trade_hash: '', return_url: '' }) : ok(standing);
  }

  /** BEpusdt refuses everything with the same code. */
  function refused(code: number, message: string): HostReply {
    return jsonReply(
      200,
      isBep ? { status_code: 400, message } : { status_code: code, message, data: null, request_id: '' },
    );
  }

  function create(request: HostRequest): HostReply {
    const { signature, ...fields } = request.json() ?? {};
    if (signature !== signOf(fields, key)) return refused(401, 'the signature is wrong');
    const { order_id: orderId, amount, notify_url: notifyUrl, redirect_url: redirectUrl } = fields;
    if (family === 'gmpay' && (fields.pid !== merchantId || fields.currency !== 'cny'))
      return refused(400, 'bad merchant');
    if (typeof orderId !== 'string' || orderId.length > 32 || !notifyUrl || !redirectUrl)
      return refused(10009, 'bad order');
    if (typeof amount !== 'number' || amount <= 0.01) return refused(10004, 'bad amount');
    if (orders.has(orderId)) return refused(10002, 'the order exists');
    const order: UsdtOrder = {
      tradeId: isBep ? randomBytes(9).toString('hex') : `20261121${1_000_000 + orders.size}`,
      orderId,
      amount,
      coins: (amount / 7.2).toFixed(2),
      notifyUrl: String(notifyUrl),
      status: 1,
    };
    orders.set(orderId, order);
    return ok({
      trade_id: order.tradeId,
      order_id: orderId,
      amount,
      actual_amount: isBep ? order.coins : Number(order.coins),
      ...(family === 'gmpay' ? { token: 'usdt', receive_address: address } : { token: address }),
      expiration_time: isBep ? lifeSeconds : Math.floor(Date.now() / 1000) + lifeSeconds,
      payment_url: `${host.url}/pay/checkout-counter/${order.tradeId}`,
    });
  }

  function orderOf(orderId: string): UsdtOrder {
    const order = orders.get(orderId);
    if (!order) throw new Error(`no order ${orderId}`);
    return order;
  }

  const host = await startHost({ name: 'usdt', handle });
  return {
    ...host,
    key,
    merchantId,
    orders,
    become(orderId, status) {
      orderOf(orderId).status = status;
    },
    notice(orderId, changes = {}) {
      const { tradeId, amount, coins, status } = orderOf(orderId);
      const fields = {
        trade_id: tradeId,
        order_id: orderId,
        amount,
        actual_amount: isBep ? coins : Number(coins),
        token: address,
        block_transaction_id: status === 2 ? createHash('sha256').update(orderId).digest('hex') : isBep ? tradeId : '',
        status,
        ...(family === 'gmpay' && { pid: merchantId }),
        ...changes,
      };
      return JSON.stringify({ ...fields, signature: signOf(fields, key) });
    },
  };
}

/** As the gateways do it: sorted names, values that are not empty, numbers as they print, the token behind. */
function signOf(fields: Readonly<Record<string, unknown>>, key: string): string {
  const text = Object.keys(fields)
    .sort()
    .flatMap((name) => (fields[name] === '' || fields[name] === undefined ? [] : [`${name}=${fields[name]}`]))
    .join('&');
  return createHash('md5')
    .update(text + key)
    .digest('hex');
}

function ok(data: unknown): HostReply {
  return jsonReply(200, { status_code: 200, message: 'success', data, request_id: '' });
}
