import { randomBytes } from 'node:crypto';
import type { HostReply, HostRequest } from '../hosts/host.ts';
import { jsonReply } from '../hosts/reply.ts';
import { type RunningHost, startHost } from '../hosts/start-host.ts';
import { AuthorizationCodes, type Callback } from './authorization-codes.ts';

export interface LinuxDoAccount {
  readonly id: number;
  readonly username: string;
  readonly active: boolean;
  /** 0 to 4. */
  readonly trustLevel: number;
}

/** An application as it is registered at LINUX DO Connect. */
export interface LinuxDoApp {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly callbackUrl: string;
}

export interface FakeLinuxDo extends RunningHost {
  /** What happens when the account agrees on the page at `address`; throws where an error page is shown. */
  authorize(address: string, account: LinuxDoAccount): Callback;
}

/** LINUX DO Connect: OAuth 2.0 with HTTP Basic, and the call for who signed in. */
export async function fakeLinuxDo(app: LinuxDoApp): Promise<FakeLinuxDo> {
  const codes = new AuthorizationCodes<LinuxDoAccount>();
  const tokens = new Map<string, LinuxDoAccount>();
  const credentials = Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64');

  function exchange({ headers, body }: HostRequest): HostReply {
    const form = new URLSearchParams(body.toString());
    if (headers.authorization !== `Basic ${credentials}`) return jsonReply(401, { error: 'invalid_client' });
    if (form.get('grant_type') !== 'authorization_code' || form.get('redirect_uri') !== app.callbackUrl) {
      return jsonReply(400, { error: 'invalid_request' });
    }
    const grant = codes.redeem(form);
    if (!grant) return jsonReply(400, { error: 'invalid_grant' });
    const token = randomBytes(18).toString('hex');
    tokens.set(token, grant.account);
    return jsonReply(200, { access_token: token, token_type: 'bearer', expires_in: 3600 });
  }

  function profile({ headers }: HostRequest): HostReply {
    const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    const account = tokens.get(token);
    if (!account) return jsonReply(401, { error: 'invalid_token' });
    const { id, username, active, trustLevel } = account;
    return jsonReply(200, {
      id,
      username,
      name: '',
      active,
      silenced: false,
      trust_level: trustLevel,
      avatar_template: `/user_avatar/${username}/{size}.png`,
      api_key: 'never-to-be-stored',
    });
  }

  const host = await startHost({
    name: 'linuxdo',
    handle(request) {
      if (request.method === 'POST' && request.path === '/oauth2/token') return exchange(request);
      if (request.method === 'GET' && request.path === '/api/user') return profile(request);
      return undefined;
    },
  });

  return Object.assign(host, {
    authorize(address: string, account: LinuxDoAccount) {
      const url = new URL(address);
      const { searchParams: query } = url;
      if (url.pathname !== '/oauth2/authorize' || query.get('client_id') !== app.clientId) {
        throw new Error('there is no such page or application');
      }
      if (query.get('response_type') !== 'code' || query.get('redirect_uri') !== app.callbackUrl) {
        throw new Error('the redirect or the response type is wrong');
      }
      return codes.agree(url, account);
    },
  });
}
