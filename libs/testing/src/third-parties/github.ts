import { randomBytes } from 'node:crypto';
import type { HostReply, HostRequest } from '../hosts/host.ts';
import { jsonReply } from '../hosts/reply.ts';
import { type RunningHost, startHost } from '../hosts/start-host.ts';
import { AuthorizationCodes, type Callback } from './authorization-codes.ts';

export interface GitHubAccount {
  readonly id: number;
  readonly login: string;
  /** Absent: the app may not read them. */
  readonly emails?: readonly { email: string; primary: boolean; verified: boolean }[];
}

/** An OAuth app as it is registered at GitHub. */
export interface GitHubApp {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly callbackUrl: string;
}

export interface FakeGitHub extends RunningHost {
  /** What happens when the account agrees on the page at `address`; throws where GitHub shows an error page. */
  authorize(address: string, account: GitHubAccount): Callback;
}

/** GitHub's sign-in and the two calls for who signed in, at one address. Faults of the exchange come as HTTP 200. */
export async function fakeGitHub(app: GitHubApp): Promise<FakeGitHub> {
  const codes = new AuthorizationCodes<GitHubAccount>();
  const tokens = new Map<string, GitHubAccount>();

  function exchange(request: HostRequest): HostReply {
    const form = new URLSearchParams(request.body.toString());
    if (request.headers.accept !== 'application/json') {
      return { status: 200, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'error=not_json' };
    }
    const refuse = (error: string) => jsonReply(200, { error, error_description: 'The exchange was refused.' });
    if (form.get('client_id') !== app.clientId || form.get('client_secret') !== app.clientSecret) {
      return refuse('incorrect_client_credentials');
    }
    const redirectUri = form.get('redirect_uri');
    if (redirectUri !== null && redirectUri !== app.callbackUrl) return refuse('redirect_uri_mismatch');
    const grant = codes.redeem(form);
    if (!grant) return refuse('bad_verification_code');
    const token = `gho_${randomBytes(18).toString('hex')}`;
    tokens.set(token, grant.account);
    return jsonReply(200, { access_token: token, token_type: 'bearer', scope: 'user:email' });
  }

  function who(request: HostRequest): GitHubAccount | HostReply {
    if (!request.headers['user-agent'])
      return jsonReply(403, { message: 'Request forbidden by administrative rules.' });
    const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    return tokens.get(token) ?? jsonReply(401, { message: 'Bad credentials' });
  }

  const host = await startHost({
    name: 'github',
    handle(request) {
      if (request.method === 'POST' && request.path === '/login/oauth/access_token') return exchange(request);
      if (request.method !== 'GET' || !['/user', '/user/emails'].includes(request.path)) return undefined;
      const account = who(request);
      if ('status' in account) return account;
      const { id, login, emails } = account;
      if (request.path === '/user/emails') {
        return emails ? jsonReply(200, emails) : jsonReply(404, { message: 'Not Found' });
      }
      // The public address is one that people choose to show; nobody has checked it.
      return jsonReply(200, { id, login, email: emails?.[0]?.email ?? null });
    },
  });

  return Object.assign(host, {
    authorize(address: string, account: GitHubAccount) {
      const url = new URL(address);
      const { searchParams: query } = url;
      if (url.pathname !== '/login/oauth/authorize' || query.get('client_id') !== app.clientId) {
        throw new Error('GitHub knows no such page or app');
      }
      if ((query.get('redirect_uri') ?? app.callbackUrl) !== app.callbackUrl) {
        throw new Error('the redirect is not that of the app');
      }
      return codes.agree(url, account);
    },
  });
}
