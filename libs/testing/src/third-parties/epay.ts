import { createHash } from 'node:crypto';
import type { HostReply, HostRequest } from '../hosts/host.ts';
import { jsonReply } from '../hosts/reply.ts';
import { type RunningHost, startHost } from '../hosts/start-host.ts';

export interface EpayOrder {
  /** The gateway's own number. */
  readonly tradeNo: string;
  readonly form: Readonly<Record<string, string>>;
  /** 0 unpaid, 1 paid, 2 refunded, 3 frozen. */
  status: number;
  /** What the gateway says was paid. */
  money: string;
}

export interface FakeEpay extends RunningHost {
  readonly pid: string;
  readonly key: string;
  /** By our order number. */
  readonly orders: ReadonlyMap<string, EpayOrder>;
  /** The payer pays; what is due unless said. */
  pay(orderNo: string, money?: string): void;
  become(orderNo: string, status: number): void;
  /** The query of the gateway's call that the order was paid; `changes` are signed too, an undefined one is left out. */
  notice(orderNo: string, changes?: Record<string, string | undefined>): string;
}

const formNames = ['pid', 'type', 'out_trade_no', 'notify_url', 'return_url', 'name', 'money', 'sign', 'sign_type'];

/**
 * An easy-pay gateway with one merchant: it takes the form that a browser posts, answers about orders and refunds whole ones.
 * `tellsRefunds`: else it reports unpaid and paid alone, as older gateways do.
 */
export async function fakeEpay({
  pid = '1001',
  key = 'epay-demo-key-0001',
  tellsRefunds = true,
} = {}): Promise<FakeEpay> {
  const orders = new Map<string, EpayOrder>();

  function handle(request: HostRequest): HostReply | undefined {
    const { method, path } = request;
    const body = new URLSearchParams(request.body.toString());
    if (method === 'POST' && path === '/submit.php') return submit(Object.fromEntries(body));
    if (method === 'GET' && path === '/api.php') return call(request.query);
    if (method === 'POST' && path === '/api.php') return call(body);
    return undefined;
  }

  /** What the payer's browser sends; the answer is the page with the code to scan. */
  function submit(form: Record<string, string>): HostReply {
    const { sign, sign_type: signType, ...signed } = form;
    const missing = formNames.find((name) => !form[name]);
    if (missing) return page(`${missing} is missing`);
    if (form.pid !== pid) return page('no such merchant');
    if (signType !== 'MD5' || sign !== signOf(signed, key)) return page('the signature is wrong');
    if (!/^\d+\.\d\d$/.test(form.money ?? '') || Number(form.money) <= 0) return page('the amount is wrong');
    const orderNo = String(form.out_trade_no);
    const known = orders.get(orderNo);
    if (known && known.form.money !== form.money) return page('the order exists with another amount');
    const tradeNo = `2026112110${String(orders.size + 1).padStart(9, '0')}`;
    if (!known) orders.set(orderNo, { tradeNo, form, status: 0, money: String(form.money) });
    return page('scan to pay');
  }

  function call(query: URLSearchParams): HostReply {
    if (query.get('pid') !== pid || query.get('key') !== key) return no('the merchant or its key is wrong');
    const act = query.get('act');
    if (act === 'order') {
      const orderNo = query.get('out_trade_no') ?? '';
      const order = orders.get(orderNo);
      if (!order) return no('the order does not exist');
      const { tradeNo, form, status, money } = order;
      return yes({
        trade_no: tradeNo,
        out_trade_no: orderNo,
        type: form.type,
        pid,
        name: form.name,
        money,
        status: tellsRefunds ? status : Math.min(status, 1),
      });
    }
    if (act === 'refund') {
      const order = [...orders.values()].find(({ tradeNo }) => tradeNo === query.get('trade_no'));
      if (order?.status !== 1) return no('the order is not paid');
      if (query.get('money') !== order.form.money) return no('only the whole can be refunded');
      order.status = 2;
      return yes({ msg: 'refunded' });
    }
    return no('no such act');
  }

  function orderOf(orderNo: string): EpayOrder {
    const order = orders.get(orderNo);
    if (!order) throw new Error(`the form of ${orderNo} was not sent`);
    return order;
  }

  return {
    ...(await startHost({ name: 'epay', handle })),
    pid,
    key,
    orders,
    pay(orderNo, money) {
      Object.assign(orderOf(orderNo), { status: 1, ...(money && { money }) });
    },
    become(orderNo, status) {
      orderOf(orderNo).status = status;
    },
    notice(orderNo, changes = {}) {
      const { tradeNo, form, money } = orderOf(orderNo);
      const told = {
        pid,
        trade_no: tradeNo,
        out_trade_no: orderNo,
        type: form.type,
        name: form.name,
        money,
        trade_status: 'TRADE_SUCCESS',
        param: '',
        ...changes,
      };
      const fields = Object.fromEntries(Object.entries(told).filter((entry): entry is [string, string] => !!entry[1]));
      return new URLSearchParams({ ...fields, sign: signOf(fields, key), sign_type: 'MD5' }).toString();
    },
  };
}

/** As the gateways' own documents have it. */
function signOf(fields: Readonly<Record<string, string>>, key: string): string {
  const names = Object.keys(fields).sort();
  const text = names.flatMap((name) => (fields[name] === '' ? [] : [`${name}=${fields[name]}`])).join('&');
  return createHash('md5').update(`${text}${key}`, 'utf8').digest('hex');
}

function page(text: string): HostReply {
  return { status: 200, headers: { 'content-type': 'text/html' }, body: `<p>${text}</p>` };
}

function yes(fields: Record<string, unknown>): HostReply {
  return jsonReply(200, { code: 1, msg: 'ok', ...fields });
}

function no(msg: string): HostReply {
  return jsonReply(200, { code: -1, msg });
}
