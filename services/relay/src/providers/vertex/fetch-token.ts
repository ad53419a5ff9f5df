import { sign } from 'node:crypto';
import { isObject } from '../../dialects/json.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import type { AccessToken } from '../access-token.ts';
import type { HostCall } from '../provider.ts';
import type { ServiceAccount } from './service-account.ts';

const scope = 'https://www.googleapis.com/auth/cloud-platform';
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** The most that Google allows. */
const assertionLifeSeconds = 3_600;
const clockSkew = /short-lived token|reasonable timeframe/i;

/**
 * Exchanges a service account's signature for a token (RFC 7523). Throws an UpstreamRefusal: `credential` unless it is our
 * clock that is wrong or the host that fails.
 */
export async function fetchToken(account: ServiceAccount, host: HostCall, nowMs: number): Promise<AccessToken> {
  const form = new URLSearchParams({ grant_type: grantType, assertion: writeAssertion(account, nowMs) });
  const payload = await host(account.tokenUrl, {
    method: 'POST',
    headers: ['content-type', 'application/x-www-form-urlencoded'],
    body: form.toString(),
  }).catch((error: unknown) => {
    throw judged(error);
  });
  const { access_token: token, expires_in: life } = isObject(payload) ? payload : {};
  if (typeof token !== 'string' || token === '') throw new Error('the answer holds no token');
  return { token, lifeMs: (typeof life === 'number' ? life : assertionLifeSeconds) * 1_000 };
}

/** A JSON Web Token signed with RS256 (RFC 7515, 7519). */
export function writeAssertion(account: ServiceAccount, nowMs: number): string {
  const { email, privateKey, privateKeyId, tokenUrl } = account;
  const iat = Math.floor(nowMs / 1_000);
  const header = { alg: 'RS256', typ: 'JWT', ...(privateKeyId !== undefined && { kid: privateKeyId }) };
  const claims = { iss: email, scope, aud: tokenUrl, iat, exp: iat + assertionLifeSeconds };
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** A refused signature has status 400. */
function judged(error: unknown): unknown {
  if (!(error instanceof UpstreamRefusal) || error.upstream.verdict === 'retry') return error;
  const verdict = clockSkew.test(error.message) ? 'retry' : 'credential';
  return new UpstreamRefusal({ ...error.upstream, verdict });
}
