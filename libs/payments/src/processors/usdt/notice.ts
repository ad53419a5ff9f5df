import { constantTimeEqual } from '@switchyard/crypto';
import { formatMinor, parseDecimal, parseMinor } from '../../money.ts';
import type { Order } from '../../order.ts';
import type { Notice } from '../../processor.ts';
import { reasons } from '../../reasons.ts';
import { md5Signature } from '../md5-signature.ts';
import { paidStatus } from './status.ts';

/** USDT gateways price in yuan and ask for coins. */
export const usdtCurrency = 'CNY';
export const usdtNetwork = 'tron';

/** Reads the JSON of a USDT gateway's call. Undefined unless it is signed with the key, and for this merchant where it names one. */
export function readUsdtNotice(text: string, merchantId: string, key: string): Notice | undefined {
  const fields = readFields(text);
  if (!fields) return undefined;
  const signed = [...fields].filter(([name]) => name !== 'signature');
  const signature = md5Signature(signed, key);
  if (!constantTimeEqual(signature, fields.get('signature') ?? '')) return undefined;

  const tradeNo = fields.get('order_id');
  const minor = parseMinor(fields.get('amount') ?? '', usdtCurrency);
  const coins = parseDecimal(fields.get('actual_amount') ?? '');
  if (!tradeNo || minor === undefined || coins === undefined) return undefined;
  if (fields.has('pid') && fields.get('pid') !== merchantId) return undefined;
  const isPaid = fields.get('status') === paidStatus;
  const transaction = fields.get('block_transaction_id');
  const reference = fields.get('trade_id');
  return {
    tradeNo,
    identity: signature,
    isPaid,
    ...(reference && { reference }),
    // While it waits a gateway writes its own number there.
    ...(isPaid && transaction && { transaction: { network: usdtNetwork, id: transaction } }),
    contradiction(order) {
      if (order.currency !== usdtCurrency || minor !== BigInt(order.payable_minor)) {
        return reasons.otherAmount(`${formatMinor(minor, usdtCurrency)} ${usdtCurrency}`);
      }
      return coinsAsked(order) === undefined || coinsAsked(order) === coins
        ? undefined
        : reasons.otherAmount(`${fields.get('actual_amount')} USDT`);
    },
  };
}

/** What the gateway asked for when the order was made; undefined when its answer was lost. */
function coinsAsked({ checkout }: Order): bigint | undefined {
  return 'actual_amount' in checkout ? parseDecimal(String(checkout.actual_amount)) : undefined;
}

/** A flat object of texts and numbers, every value as the gateway signs it: numbers in their shortest decimal form. */
function readFields(text: string): Map<string, string> | undefined {
  const json = parseJson(text);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const entries = Object.entries(json);
  if (!entries.every(([, value]) => value === null || typeof value === 'string' || Number.isFinite(value)))
    return undefined;
  return new Map(entries.map(([name, value]) => [name, String(value ?? '')]));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
