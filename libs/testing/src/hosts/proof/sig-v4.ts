import { createHash, createHmac } from 'node:crypto';
import type { HostRequest } from '../host.ts';
import type { Proof } from './proof.ts';

export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  readonly service: string;
  /** With a temporary key. */
  readonly sessionToken?: string | undefined;
}

type Signed = Pick<HostRequest, 'method' | 'path' | 'query' | 'headers' | 'body'>;

const latestSkewMs = 300_000;
const authorizationLine =
  /^AWS4-HMAC-SHA256 Credential=([^,\s]+), ?SignedHeaders=([^,\s]+), ?Signature=([0-9a-f]{64})$/;

/** AWS Signature Version 4: every header that the client signed is checked as it came. */
export function sigV4(keys: AwsKeys, now: () => number = Date.now): Proof {
  return (request) => {
    const [, credential = '', names = '', signature] =
      authorizationLine.exec(request.headers.authorization ?? '') ?? [];
    const [accessKeyId, day = '', region, service, end] = credential.split('/');
    const date = headerOf(request, 'x-amz-date');
    const signedAt = Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
    if (accessKeyId !== keys.accessKeyId || headerOf(request, 'x-amz-security-token') !== (keys.sessionToken ?? ''))
      return 'The security token included in the request is invalid.';
    if (region !== keys.region || service !== keys.service || end !== 'aws4_request' || !date.startsWith(day))
      return 'Credential should be scoped to a valid region and service.';
    if (!(Math.abs(now() - signedAt) < latestSkewMs)) return `Signature expired: ${date}`;
    const required = ['host', 'x-amz-date', ...(keys.sessionToken === undefined ? [] : ['x-amz-security-token'])];
    if (!required.every((name) => names.split(';').includes(name)))
      return 'The signature lacks a header that must be signed.';
    if (signatureOf(request, names.split(';'), keys) === signature) return undefined;
    return 'The request signature we calculated does not match the signature you provided.';
  };
}

/** The text that is hashed and signed; the path, which came encoded, is encoded once more. */
export function canonicalRequest(
  { method, path, query, headers, body }: Signed,
  signedHeaders: readonly string[],
): string {
  const parameters = [...query].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  return [
    method,
    path.split('/').map(encode).join('/'),
    parameters.join('&'),
    ...signedHeaders.map((name) => `${name}:${headerOf({ headers }, name).trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    sha256(body),
  ].join('\n');
}

function signatureOf(request: Signed, signedHeaders: readonly string[], keys: AwsKeys): string {
  const date = headerOf(request, 'x-amz-date');
  const scope = [date.slice(0, 8), keys.region, keys.service, 'aws4_request'];
  const text = ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(canonicalRequest(request, signedHeaders))].join('\n');
  const key = scope.reduce<Buffer>((secret, part) => hmac(secret, part), Buffer.from(`AWS4${keys.secretAccessKey}`));
  return hmac(key, text).toString('hex');
}

function headerOf({ headers }: Pick<Signed, 'headers'>, name: string): string {
  return String(headers[name] ?? '');
}

function encode(value: string): string {
  return encodeURIComponent(value).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

function sha256(value: string | Buffer): string {
  return createHash('sha256').update(value).digest('hex');
}

function hmac(key: Buffer, value: string): Buffer {
  return createHmac('sha256', key).update(value).digest();
}
