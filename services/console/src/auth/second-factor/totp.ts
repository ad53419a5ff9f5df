import { Secret, TOTP } from 'otpauth';

const periodSeconds = 30;
/** Steps that a clock may be ahead or behind (RFC 6238, section 5.2). */
const tolerance = 1;

/** A new secret of 160 bits, base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** What authenticator apps read from the picture: SHA-1, 6 digits, 30 s, which all of them know. */
export function totpUri(secret: string, issuer: string, label: string): string {
  return totp(secret, issuer, label).toString();
}

/** The time step whose code this is (RFC 6238), or undefined when it is none of now. */
export function stepOf(secret: string, code: string, nowMs = Date.now()): number | undefined {
  const delta = totp(secret).validate({ token: code, timestamp: nowMs, window: tolerance });
  return delta === null ? undefined : Math.floor(nowMs / 1000 / periodSeconds) + delta;
}

function totp(secret: string, issuer = '', label = 'account'): TOTP {
  return new TOTP({
    issuer,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
  });
}
