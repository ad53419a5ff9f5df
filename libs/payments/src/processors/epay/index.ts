import { fetchJson } from '@switchyard/http';
import { type Static, Type } from 'typebox';
import { formatMinor, parseMinor } from '../../money.ts';
import { arrivedMinor, type Order } from '../../order.ts';
import { callbackAddress, walletAddress } from '../../own-address.ts';
import type { Declined, Payment, Processor, RefundRequest } from '../../processor.ts';
import { canBeSigned, md5Signature } from '../md5-signature.ts';
import type { ProcessorSettings } from '../settings.ts';
import { epayMethods } from './methods.ts';
import { epayCurrency, readEpayNotice } from './notice.ts';

const lifeSeconds = 1800;

const text = Type.Union([Type.String(), Type.Number()]);
const OrderAnswer = Type.Object({
  code: text,
  status: Type.Optional(text),
  money: Type.Optional(text),
  trade_no: Type.Optional(text),
  out_trade_no: Type.Optional(text),
});
const RefundAnswer = Type.Object({ code: text, msg: Type.Optional(Type.String()) });

/** How gateways number the states of an order; the last two are not known to all of them. */
const states: Readonly<Record<string, Payment['status']>> = {
  0: 'pending',
  1: 'paid',
  2: 'refunded',
  3: 'held',
  4: 'confirming',
};

/** A gateway of the easy-pay family: the browser posts a signed form, the gateway calls back. */
export function epay({ options, secrets, allow }: ProcessorSettings): Processor | undefined {
  const { PayAddress: address, EpayId: pid } = options;
  const { EpayKey: key } = secrets;
  const notifyUrl = callbackAddress(options, '/api/user/epay/notify');
  const returnUrl = walletAddress(options);
  if (!address || !pid || !key || !notifyUrl || !returnUrl) return undefined;
  if (![pid, notifyUrl, returnUrl].every(canBeSigned)) return undefined;

  const price = { currency: epayCurrency, rate: String(options.Price) };

  function find(order: Order): Promise<Static<typeof OrderAnswer>> {
    const search = new URLSearchParams({ act: 'order', pid, key, out_trade_no: order.trade_no });
    return fetchJson(OrderAnswer, `${address}/api.php?${search}`, { allow });
  }

  return {
    name: 'epay',
    live: true,
    isOffered: true,
    knowsRequestIds: false,
    acknowledgement: 'success',

    offers: [...options.EpayMethods].map((method) => ({ ...price, method })),

    terms(wanted) {
      const method = epayMethods.get(wanted);
      if (!method || !options.EpayMethods.has(method))
        return { declined: 'Choose one of the payment methods that are shown.' };
      return { ...price, method, lifeSeconds };
    },

    async checkout(order) {
      const fields = {
        pid,
        type: order.method,
        out_trade_no: order.trade_no,
        notify_url: notifyUrl,
        return_url: returnUrl,
        name: `TopUp ${order.amount_usd}`,
        money: formatMinor(BigInt(order.payable_minor), order.currency),
        device: 'pc',
      };
      const sign = md5Signature(Object.entries(fields), key);
      return { shown: {}, answer: { url: `${address}/submit.php`, fields: { ...fields, sign, sign_type: 'MD5' } } };
    },

    async query(order) {
      return readOrder(await find(order), order);
    },

    async refund(order, request) {
      return (await isRefunded(order)) ? null : sendRefund(order, request);
    },

    readNotice: async (call) => readEpayNotice(call.text, pid, key),
  };

  async function isRefunded(order: Order): Promise<boolean> {
    return readOrder(await find(order), order).status === 'refunded';
  }

  /** Gateways know no request ids: a part that is asked for twice would go out twice, so only the whole is. */
  async function sendRefund(order: Order, { amountMinor }: RefundRequest): Promise<Declined | null> {
    const arrived = arrivedMinor(order);
    const money = formatMinor(arrived, order.currency);
    if (amountMinor !== arrived) {
      return { declined: `This gateway refunds whole payments only: ${money} ${order.currency}.` };
    }
    const fields = { act: 'refund', pid, key, trade_no: order.processor_reference ?? '', money };
    const answer = await fetchJson(RefundAnswer, `${address}/api.php`, {
      allow,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
    return Number(answer.code) === 1
      ? null
      : { declined: `The gateway refuses: ${answer.msg || 'it gives no reason'}.` };
  }
}

/** An order that the gateway does not know is one whose form was not sent yet. */
function readOrder(answer: Static<typeof OrderAnswer>, order: Order): Payment {
  if (Number(answer.code) !== 1) return { status: 'pending' };
  if (answer.out_trade_no !== undefined && String(answer.out_trade_no) !== order.trade_no) {
    throw new Error(`the easy-pay gateway was asked about ${order.trade_no} and answered about another order`);
  }
  const status = states[String(answer.status)] ?? 'pending';
  const receivedMinor = parseMinor(String(answer.money ?? ''), epayCurrency);
  if (status === 'paid' && receivedMinor === undefined) {
    throw new Error(`the easy-pay gateway does not say what was paid for ${order.trade_no}`);
  }
  return {
    status,
    currency: epayCurrency,
    ...(receivedMinor !== undefined && { receivedMinor }),
    ...(answer.trade_no && { reference: String(answer.trade_no) }),
  };
}
