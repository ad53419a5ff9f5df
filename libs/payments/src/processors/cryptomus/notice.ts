import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { parseMinor } from '../../money.ts';
import type { Notice } from '../../processor.ts';
import { reasons } from '../../reasons.ts';
import { isPaid } from './payment-of.ts';
import { readSigned } from './sign.ts';

const Told = Type.Object({
  type: Type.Literal('payment'),
  uuid: Type.String(),
  order_id: Type.String(),
  amount: Type.String(),
  currency: Type.String(),
  status: Type.String(),
});

/** Reads a call about an invoice. Undefined unless it is signed with our key. */
export function readCryptomusNotice(text: string, apiKey: string): Notice | undefined {
  const told = readSigned(text, apiKey);
  if (!Value.Check(Told, told)) return undefined;
  const { order_id, uuid, amount, currency, status } = told;
  return {
    tradeNo: order_id,
    isPaid: isPaid(status),
    reference: uuid,
    contradiction: (order) =>
      currency === order.currency && parseMinor(amount, currency) === BigInt(order.payable_minor)
        ? undefined
        : reasons.otherAmount(`${amount} ${currency}`),
  };
}
