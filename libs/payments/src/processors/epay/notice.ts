import { constantTimeEqual } from '@switchyard/crypto';
import { formatMinor, parseMinor } from '../../money.ts';
import type { Notice } from '../../processor.ts';
import { reasons } from '../../reasons.ts';
import { md5Signature } from '../md5-signature.ts';

export const epayCurrency = 'CNY';

const unsigned = new Set(['sign', 'sign_type']);

/**
 * Members of the form that we sign, none of a call. The signature does not say where a value ends: a form whose return address
 * holds `&trade_status=TRADE_SUCCESS` has the signature of a call with these fields.
 */
const formOnly = ['notify_url', 'return_url', 'device', 'clientip', 'sitename'];

/** Reads the query or form of an easy-pay gateway's call. Undefined unless it is signed for this merchant. */
export function readEpayNotice(text: string, pid: string, key: string): Notice | undefined {
  const pairs = [...new URLSearchParams(text)];
  const fields = new Map(pairs);
  if (fields.size !== pairs.length || formOnly.some((name) => fields.has(name))) return undefined;
  const signed = pairs.filter(([name]) => !unsigned.has(name));
  const signature = md5Signature(signed, key);
  if (!constantTimeEqual(signature, fields.get('sign') ?? '')) return undefined;

  const tradeNo = fields.get('out_trade_no');
  const minor = parseMinor(fields.get('money') ?? '', epayCurrency);
  if (fields.get('pid') !== pid || !tradeNo || minor === undefined) return undefined;
  const reference = fields.get('trade_no');
  return {
    tradeNo,
    identity: signature,
    isPaid: fields.get('trade_status') === 'TRADE_SUCCESS',
    ...(reference && { reference }),
    contradiction: (order) =>
      order.currency === epayCurrency && minor === BigInt(order.payable_minor)
        ? undefined
        : reasons.otherAmount(`${formatMinor(minor, epayCurrency)} ${epayCurrency}`),
  };
}
