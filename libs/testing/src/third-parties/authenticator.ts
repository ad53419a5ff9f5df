import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** PublicKeyCredentialCreationOptionsJSON, as far as it is read. */
interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id?: string };
  readonly user: { readonly id: string };
  readonly pubKeyCredParams: readonly { readonly alg: number }[];
  readonly excludeCredentials?: readonly { readonly id: string }[];
}

/** PublicKeyCredentialRequestOptionsJSON, as far as it is read. */
interface RequestOptions {
  readonly challenge: string;
  readonly rpId?: string;
  readonly allowCredentials?: readonly { readonly id: string }[];
}

interface Passkey {
  readonly id: Buffer;
  readonly rpId: string;
  readonly userHandle: string;
  readonly privateKey: KeyObject;
}

const es256 = -7;
const userPresent = 0x01;
const userVerified = 0x04;
const attested = 0x40;

/**
 * A browser at one origin with an authenticator: makes passkeys (WebAuthn level 3, ES256, no attestation) and signs with them. As
 * real ones it refuses another site's RP id, a second passkey for the same account, and credentials that it does not have.
 */
export class Authenticator {
  readonly #origin: URL;
  readonly #passkeys: Passkey[] = [];
  /** Its owner unlocks it, by fingerprint or PIN, at each use. */
  isUnlocked = true;
  /** Of the last use; undefined: always 0, as where passkeys are kept on several devices. */
  counter: number | undefined = 0;

  constructor(origin: string) {
    this.#origin = new URL(origin);
  }

  create({ challenge, rp, user, pubKeyCredParams, excludeCredentials = [] }: CreationOptions) {
    const rpId = this.#ownRpId(rp.id);
    if (!pubKeyCredParams.some(({ alg }) => alg === es256)) throw new Error('NotSupportedError');
    if (this.#find(rpId, excludeCredentials)) throw new Error('InvalidStateError');
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const passkey = { id: randomBytes(32), rpId, userHandle: user.id, privateKey };
    this.#passkeys.push(passkey);
    const authData = Buffer.concat([
      this.#authData(rpId, attested),
      Buffer.alloc(16),
      uint(passkey.id.length, 2),
      passkey.id,
      coseKey(publicKey),
    ]);
    return {
      ...named(passkey),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestationObject(authData).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  get({ challenge, rpId: asked, allowCredentials }: RequestOptions) {
    const rpId = this.#ownRpId(asked);
    const passkey = this.#find(rpId, allowCredentials);
    if (!passkey) throw new Error('NotAllowedError');
    const authData = this.#authData(rpId, 0);
    const clientData = this.#clientData('webauthn.get', challenge);
    const signed = Buffer.concat([authData, sha256(clientData)]);
    return {
      ...named(passkey),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, passkey.privateKey).toString('base64url'),
        userHandle: passkey.userHandle,
      },
    };
  }

  #ownRpId(rpId = this.#origin.hostname): string {
    const { hostname } = this.#origin;
    if (hostname !== rpId && !hostname.endsWith(`.${rpId}`)) throw new Error('SecurityError');
    return rpId;
  }

  #find(rpId: string, among?: readonly { readonly id: string }[]): Passkey | undefined {
    const own = this.#passkeys.filter((passkey) => passkey.rpId === rpId);
    return among ? own.find(({ id }) => among.some((one) => one.id === id.toString('base64url'))) : own.at(-1);
  }

  #authData(rpId: string, flag: number): Buffer {
    if (this.counter !== undefined) this.counter += 1;
    const flags = userPresent | (this.isUnlocked ? userVerified : 0) | flag;
    return Buffer.concat([sha256(Buffer.from(rpId)), uint(flags, 1), uint(this.counter ?? 0, 4)]);
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin.origin, crossOrigin: false }));
  }
}

function named({ id }: Passkey) {
  const text = id.toString('base64url');
  return { id: text, rawId: text, type: 'public-key', clientExtensionResults: {} };
}

/** COSE_Key (RFC 9053, section 7.1.1) in CBOR: { 1: 2, 3: -7, -1: 1, -2: x, -3: y }. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coordinate = (label: number, text: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(text, 'base64url')]);
  return Buffer.concat([Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1]), coordinate(0x21, x), coordinate(0x22, y)]);
}

/** { fmt: 'none', attStmt: {}, authData } in CBOR. */
function attestationObject(authData: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x59]),
    uint(authData.length, 2),
    authData,
  ]);
}

function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
