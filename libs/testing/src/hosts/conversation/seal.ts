import { createHmac } from 'node:crypto';

/** An opaque signature that only a host of ours makes: base64 of an HMAC over what it vouches for. */
export function sealOf(...vouchedFor: readonly string[]): string {
  return createHmac('sha512', 'a secret of the host').update(JSON.stringify(vouchedFor)).digest('base64');
}
