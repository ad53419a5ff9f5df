import { isObject } from '../../dialects/json.ts';
import { openaiChat } from '../../dialects/openai-chat/index.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import { type AccessToken, AccessTokens } from '../access-token.ts';
import type { Credentials, HostCall, UpstreamCall } from '../provider.ts';
import { withHeader } from '../with-header.ts';

const scope = 'https://cognitiveservices.azure.com/.default';
const tokens = new AccessTokens(300_000);

export function sign({ key }: Credentials): string[] {
  return key.startsWith('entra|') ? [] : ['api-key', key];
}

/** Applications of Entra ID prove themselves by a token, which holds for about an hour (OAuth 2.0, client credentials). */
export function authorize(
  call: UpstreamCall,
  { key }: Credentials,
  host: HostCall,
): UpstreamCall | Promise<UpstreamCall> {
  if (!key.startsWith('entra|')) return call;
  const token = tokens.get(key, () => fetchToken(key, host));
  const signed = (value: string) => withHeader(call, 'authorization', `Bearer ${value}`);
  return typeof token === 'string' ? signed(token) : token.then(signed);
}

async function fetchToken(key: string, host: HostCall): Promise<AccessToken> {
  const [, tenant = '', client_id = '', client_secret = ''] = key.split('|');
  const answer = await host(`https://login.microsoftonline.com/${encodeURIComponent(tenant)}/oauth2/v2.0/token`, {
    method: 'POST',
    headers: ['content-type', 'application/x-www-form-urlencoded'],
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret, scope }).toString(),
  }).catch((error) => {
    // Whatever the status: a client that Entra ID does not know never gets a token.
    throw error instanceof UpstreamRefusal ? new UpstreamRefusal({ ...error.upstream, verdict: 'credential' }) : error;
  });
  const { access_token: token, expires_in: seconds } = isObject(answer) ? answer : {};
  if (typeof token !== 'string') throw new UpstreamRefusal(openaiChat.readError(401, 'Entra ID gave no token.'));
  return { token, lifeMs: Number(seconds ?? 0) * 1000 };
}
