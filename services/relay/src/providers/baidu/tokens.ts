import type { UpstreamError } from '../../dialects/canonical.ts';
import { asText, isObject } from '../../dialects/json.ts';
import { scrub } from '../../dialects/scrub.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import { AccessTokens } from '../access-token.ts';
import type { HostCall } from '../provider.ts';
import { iamHost, iamPath, iamQuery, signIamCall } from './iam-signature.ts';

const iamTokens = new AccessTokens(600_000);
const v1Tokens = new AccessTokens(300_000);
/** Tokens of the first version live for a month; one that was revoked must not stop a channel for so long. */
const longestV1Ms = 3_600_000;

/** The bearer token for a pair of account keys. */
export function iamToken(id: string, secret: string, host: HostCall): string | Promise<string> {
  return iamTokens.get(`${id}|${secret}`, async () => {
    const answer = await host(`https://${iamHost}${iamPath}?${iamQuery}`, {
      headers: ['authorization', signIamCall(id, secret, new Date())],
    });
    const { token, expireTime } = isObject(answer) ? answer : {};
    if (typeof token !== 'string') throw refused(answer, 'Baidu gave no token for this pair of account keys.');
    return { token, lifeMs: Math.max(0, Date.parse(asText(expireTime)) - Date.now()) || longestV1Ms };
  });
}

/** The access token for a key pair of the first version. `origin`: where its calls go. */
export function v1Token(id: string, secret: string, origin: string, host: HostCall): string | Promise<string> {
  return v1Tokens.get(`${origin} ${id}|${secret}`, async () => {
    const query = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret });
    const answer = await host(`${origin}/oauth/2.0/token?${query}`, { method: 'POST' });
    const { access_token: token, expires_in: seconds } = isObject(answer) ? answer : {};
    if (typeof token !== 'string') throw refused(answer, 'Baidu gave no access token for this key pair.');
    return { token, lifeMs: Math.min(longestV1Ms, Number(seconds) * 1_000 || longestV1Ms) };
  });
}

export function badKey(message: string): UpstreamRefusal {
  const error: UpstreamError = {
    verdict: 'credential',
    message,
    type: 'upstream_error',
    code: 'invalid_key',
    param: null,
  };
  return new UpstreamRefusal(error);
}

function refused(answer: unknown, otherwise: string): UpstreamRefusal {
  const said = isObject(answer) ? answer.error_description : undefined;
  return badKey(typeof said === 'string' ? scrub(said) : otherwise);
}
