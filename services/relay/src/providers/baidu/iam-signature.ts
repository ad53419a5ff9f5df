import { createHmac } from 'node:crypto';

const lifeSeconds = 1_800;

/** Where account keys are exchanged, and what is signed of that call. */
export const iamHost = 'iam.bj.baidubce.com';
export const iamPath = '/v1/BCE-BEARER/token';
export const iamQuery = 'expireInSeconds=86400';

/** Authorization of the call that asks for a token (bce-auth-v1). `secret` is the account's secret key. */
export function signIamCall(id: string, secret: string, now: Date): string {
  const prefix = `bce-auth-v1/${id}/${now.toISOString().replace(/\.\d+/, '')}/${lifeSeconds}`;
  const signingKey = hmac(secret, prefix);
  // The key of the second step is the text of the first one's hash.
  const signature = hmac(signingKey, `GET\n${iamPath}\n${iamQuery}\nhost:${iamHost}`);
  return `${prefix}/host/${signature}`;
}

function hmac(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
