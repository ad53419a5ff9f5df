import { createHash, hkdfSync, randomBytes } from 'node:crypto';

/** A key for `seal` and `open`. `id` names it in every sealed text; it tells nothing about the key. */
export interface SealingKey {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** Every key of an installation. Purposes never share one. */
export interface Keys {
  /** Seals channel keys. */
  readonly channelKey: SealingKey;
  /** HMAC key of the hash by which channels are found by their key. */
  readonly channelPepper: Uint8Array;
  /** Seals secret options: mail, payment and sign-in providers. */
  readonly optionKey: SealingKey;
  /** Seals relay keys for their owner's copy button. */
  readonly tokenCipher: SealingKey;
  /** Seals the secrets of authenticator apps. */
  readonly totpKey: SealingKey;
  /** Seals redemption codes for the administrators who hand them out. */
  readonly codeCipher: SealingKey;
  /** HMAC key of the redemption codes' lookup hash. */
  readonly codePepper: Uint8Array;
  /** HMAC key of the relay keys' lookup hash. */
  readonly tokenPepper: Uint8Array;
  /** HMAC key of the console's CSRF tokens. */
  readonly sessionKey: Uint8Array;
  /** HMAC key of the codes that prove a mail address. */
  readonly emailCodeKey: Uint8Array;
  /** HMAC key of links to the results of tasks, and of the addresses at which upstreams call us about them. */
  readonly taskLinkKey: Uint8Array;
  /** Header value with which services know each other, base64url. */
  readonly internalToken: string;
}

const leastBytes = 32;

/**
 * Derives all keys from SWITCHYARD_SECRET (base64 or base64url, at least 32 bytes) by HKDF-SHA256 (RFC 5869).
 * Throws an error that says how to make a secret when it is not one; the error never contains the secret.
 */
export function deriveKeys(secret: string): Keys {
  const master = parseSecret(secret);
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', master, '', `switchyard/${purpose}/1`, 32));
  const sealing = (purpose: string): SealingKey => {
    const bytes = derive(purpose);
    return { id: createHash('sha256').update(bytes).digest('base64url').slice(0, 6), bytes };
  };
  return {
    channelKey: sealing('channel-key'),
    channelPepper: derive('channel-pepper'),
    optionKey: sealing('option'),
    tokenCipher: sealing('token-cipher'),
    totpKey: sealing('totp'),
    codeCipher: sealing('code-cipher'),
    codePepper: derive('code-pepper'),
    tokenPepper: derive('token-pepper'),
    sessionKey: derive('session'),
    emailCodeKey: derive('email-code'),
    taskLinkKey: derive('task-link'),
    internalToken: Buffer.from(derive('internal-token')).toString('base64url'),
  };
}

/** A new SWITCHYARD_SECRET: base64 of 32 random bytes. */
export function generateSecret(): string {
  return randomBytes(leastBytes).toString('base64');
}

function parseSecret(secret: string): Buffer {
  const text = secret.trim();
  const bytes = Buffer.from(text, 'base64');
  // Buffer.from skips what is not base64, so a passphrase would pass as a shorter key.
  if (!/^[0-9A-Za-z+/_-]+={0,2}$/.test(text) || bytes.length < leastBytes) {
    throw new Error(
      `SWITCHYARD_SECRET must be base64 of at least ${leastBytes} random bytes; make one with: openssl rand -base64 32`,
    );
  }
  return bytes;
}
