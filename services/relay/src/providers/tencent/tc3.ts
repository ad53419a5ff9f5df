import { createHash, createHmac } from 'node:crypto';

export interface Tc3Call {
  readonly secretId: string;
  readonly secretKey: string;
  /** Without scheme; its first label names the service. */
  readonly host: string;
  readonly action: string;
  /** As it is sent. */
  readonly body: Buffer;
  /** Unix time. */
  readonly seconds: number;
}

const signedHeaders = 'content-type;host;x-tc-action';

/** Tencent Cloud's TC3-HMAC-SHA256: the header `Authorization` for a POST of JSON. */
export function signTc3({ secretId, secretKey, host, action, body, seconds }: Tc3Call): string {
  const service = host.split('.', 1)[0] as string;
  const headers = `content-type:application/json\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`;
  const canonical = `POST\n/\n\n${headers}\n${signedHeaders}\n${hash(body)}`;
  const date = new Date(seconds * 1_000).toISOString().slice(0, 10);
  const scope = `${date}/${service}/tc3_request`;
  const text = `TC3-HMAC-SHA256\n${seconds}\n${scope}\n${hash(canonical)}`;
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date), service), 'tc3_request');
  const signature = hmac(key, text).toString('hex');
  return `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
}

function hash(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: string | Buffer, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest();
}
