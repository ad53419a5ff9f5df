import { fetchJson } from '@switchyard/http';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { formatMinor, parseMinor } from '../../money.ts';
import type { Order } from '../../order.ts';
import { callbackAddress, walletAddress } from '../../own-address.ts';
import type { Checkout, Declined, Processor } from '../../processor.ts';
import { canBeSigned, md5Signature } from '../md5-signature.ts';
import type { ProcessorSettings } from '../settings.ts';
import { Created, Envelope, StandingAnswer } from './answers.ts';
import { dialects } from './dialects.ts';
import { readUsdtNotice, usdtCurrency, usdtNetwork } from './notice.ts';
import { statuses } from './status.ts';

const name = 'usdt';
/** Gateways wait ten minutes unless they say otherwise. */
const lifeSeconds = 600;
/** From a million on BEpusdt signs amounts with an exponent. */
const tooMuchMinor = 100_000_000n;
/** The key that BEpusdt comes with: everybody knows it. */
const publicKey = '123234';
/** Codes of epusdt: no wallet, and no amount left by which payments could be told apart. */
const busyCodes = [10003, 10005];
/** A time this great is no number of seconds from now. */
const leastUnixSeconds = 1_000_000_000;

/** A gateway of the epusdt families: it gives an address and an amount of coins, watches the chain and calls back. */
export function usdt({ options, secrets, allow, record }: ProcessorSettings): Processor | undefined {
  const { UsdtApiUrl: address, UsdtMerchantId: merchantId } = options;
  const { UsdtApiKey: key } = secrets;
  const dialect = dialects[options.UsdtGateway];
  const notifyUrl = callbackAddress(options, '/api/user/usdt/notify', options.UsdtNotifyUrl);
  const redirectUrl = options.UsdtRedirectUrl || walletAddress(options);
  if (!address || !key || key === publicKey || !notifyUrl || !redirectUrl) return undefined;
  if (dialect.needsMerchantId && !merchantId) return undefined;
  if (![merchantId, notifyUrl, redirectUrl].every(canBeSigned)) return undefined;
  const keep = (content: string) => (options.EnableUsdtLog ? record(name, maskSignature(content)) : undefined);

  const price = { currency: usdtCurrency, rate: String(options.Price) };

  async function exchange<Schema extends TSchema>(
    schema: Schema,
    path: string,
    body?: string,
  ): Promise<Static<Schema>> {
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body } as const;
    try {
      const answer = await fetchJson(schema, address + path, { allow, ...(body !== undefined && { ...post, body }) });
      await keep(`${path} ${body ?? ''} answered ${JSON.stringify(answer)}`);
      return answer;
    } catch (error) {
      await keep(`${path} ${body ?? ''} failed: ${(error as Error).message}`);
      throw error;
    }
  }

  return {
    name,
    live: true,
    isOffered: true,
    knowsRequestIds: false,
    acknowledgement: 'ok',

    offers: [{ ...price, method: '' }],
    terms: () => ({ ...price, method: usdtNetwork, lifeSeconds }),

    async checkout(order) {
      if (BigInt(order.payable_minor) >= tooMuchMinor) {
        return {
          declined: `Payments by USDT must be less than ${formatMinor(tooMuchMinor, usdtCurrency)} ${usdtCurrency}.`,
        };
      }
      // A number in JSON and in the signature alike: 73.5, not 73.50.
      const amount = Number(formatMinor(BigInt(order.payable_minor), usdtCurrency));
      const given = {
        order_id: order.trade_no,
        notify_url: notifyUrl,
        redirect_url: redirectUrl,
        ...dialect.extra(merchantId),
      };
      const signature = md5Signature([...Object.entries(given), ['amount', String(amount)]], key);
      const answer = await exchange(Envelope, dialect.path, JSON.stringify({ ...given, amount, signature }));
      if (answer.status_code !== 200) {
        const declined = busyCodes.includes(answer.status_code)
          ? 'No USDT address is free at the moment. Try again in some minutes.'
          : 'The USDT gateway does not take this order.';
        return { declined, detail: `${answer.status_code} ${answer.message ?? ''}` };
      }
      return readCheckout(answer.data, order, dialect.wallet);
    },

    async query(order) {
      const { processor_reference: reference } = order;
      if (!reference) return { status: 'pending' };
      const answer = await exchange(StandingAnswer, `/pay/check-status/${encodeURIComponent(reference)}`);
      const standing = dialect.readStanding(answer);
      if (standing === 'unknown') return { status: 'unknown' };
      if (standing?.trade_id !== reference) {
        throw new Error(`the USDT gateway does not say how ${order.trade_no} stands`);
      }
      return { status: statuses[String(standing.status)] ?? 'pending', reference };
    },

    async readNotice({ text }) {
      const notice = readUsdtNotice(text, merchantId, key);
      if (notice) await keep(`called us: ${text}`);
      return notice;
    },
  };
}

/** The gateway's answer must be about our order and our amount. */
function readCheckout(data: unknown, order: Order, wallet: 'token' | 'receive_address'): Checkout | Declined {
  const declined = 'The USDT gateway does not take this order.';
  if (!Value.Check(Created, data)) return { declined, detail: 'an answer in an unknown shape' };
  const isOurs = data.order_id === order.trade_no;
  if (!isOurs || parseMinor(String(data.amount), usdtCurrency) !== BigInt(order.payable_minor)) {
    return { declined, detail: `an answer about ${data.amount} for ${data.order_id}` };
  }
  const { trade_id: reference, actual_amount, payment_url, expiration_time: time } = data;
  const expiresAt = new Date(time >= leastUnixSeconds ? time * 1000 : Date.now() + time * 1000);
  const shown = {
    actual_amount: String(actual_amount),
    address: data[wallet] ?? '',
    network: usdtNetwork,
    payment_url,
  };
  return { reference, shown, answer: { payment_url }, expiresAt };
}

function maskSignature(text: string): string {
  return text.replace(/("signature"\s*:\s*")[^"]*"/g, '$1***"');
}
