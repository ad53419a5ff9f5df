import { createHmac } from 'node:crypto';
import { constantTimeEqual } from '@switchyard/crypto';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Call } from '../../processor.ts';

const mostSkewMs = 5 * 60_000;

const Event = Type.Object({
  name: Type.String(),
  data: Type.Object({
    object: Type.Object({
      id: Type.String(),
      merchant_order_id: Type.Optional(Type.String()),
      amount: Type.Optional(Type.Number()),
      currency: Type.Optional(Type.String()),
      /** Of refunds and disputes. */
      payment_intent_id: Type.Optional(Type.String()),
    }),
  }),
});
export type AirwallexEvent = Static<typeof Event>;

/**
 * The event of a call; undefined unless it is signed with our secret and less than five minutes old. The signature is over the
 * time and the raw body (airwallex.com/docs, webhooks).
 */
export function readAirwallexEvent(
  { headers, text }: Call,
  secret: string,
  now = Date.now(),
): AirwallexEvent | undefined {
  const { 'x-timestamp': timestamp, 'x-signature': signature } = headers;
  if (secret === '' || typeof timestamp !== 'string' || typeof signature !== 'string') return undefined;
  const expected = createHmac('sha256', secret).update(timestamp).update(text).digest('hex');
  if (!constantTimeEqual(expected, signature)) return undefined;
  if (!/^\d{13}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > mostSkewMs) return undefined;
  const event: unknown = JSON.parse(text);
  return Value.Check(Event, event) ? event : undefined;
}
