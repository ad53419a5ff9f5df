import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { HostReply, HostRequest } from '../hosts/host.ts';
import { jsonReply } from '../hosts/reply.ts';
import { type RunningHost, startHost } from '../hosts/start-host.ts';
import { AuthorizationCodes, type Callback } from './authorization-codes.ts';

export interface OidcAccount {
  readonly sub: string;
  readonly preferred_username?: string;
  readonly email?: string;
  readonly email_verified?: boolean;
}

/** A client as it is registered at the issuer. */
export interface OidcClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

/** An ID token before it is signed. */
export interface TokenParts {
  readonly header: Record<string, unknown>;
  readonly claims: Record<string, unknown>;
}

export interface FakeOidc extends RunningHost {
  /** Without a slash at its end. */
  readonly issuer: string;
  /** Changes what the next ID tokens say; undefined: the truth. */
  forge: ((token: TokenParts) => TokenParts) | undefined;
  /** The next ID tokens are signed by a key that the issuer does not show. */
  signsWithStrangerKey: boolean;
  /** What happens when the account agrees on the page at `address`; throws where an error page is shown. */
  authorize(address: string, account: OidcAccount): Callback & { iss: string };
}

const keyPair = {
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
};

/** An issuer of OpenID Connect Core 1.0 with discovery: code flow, PKCE and nonce demanded, client by HTTP Basic. */
export async function fakeOidc(client: OidcClient, algorithm: 'RS256' | 'ES256' = 'ES256'): Promise<FakeOidc> {
  const codes = new AuthorizationCodes<OidcAccount>();
  const kid = randomBytes(4).toString('hex');
  const { publicKey, privateKey } = keyPair[algorithm]();

  function metadata(): HostReply {
    return jsonReply(200, {
      issuer: oidc.issuer,
      authorization_endpoint: `${oidc.issuer}/authorize`,
      token_endpoint: `${oidc.issuer}/token`,
      jwks_uri: `${oidc.issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'ES256', 'HS256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
      authorization_response_iss_parameter_supported: true,
    });
  }

  function shownKeys(): HostReply {
    return jsonReply(200, { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: algorithm, use: 'sig' }] });
  }

  function exchange({ headers, body }: HostRequest): HostReply {
    const form = new URLSearchParams(body.toString());
    if (!isClient(headers.authorization)) return jsonReply(401, { error: 'invalid_client' });
    const grant = codes.redeem(form);
    const isFitting = grant && grant.redirectUri === form.get('redirect_uri');
    if (!isFitting || form.get('grant_type') !== 'authorization_code')
      return jsonReply(400, { error: 'invalid_grant' });
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: oidc.issuer,
      aud: client.clientId,
      iat: now,
      exp: now + 300,
      nonce: grant.nonce,
      ...grant.account,
    };
    const accessToken = randomBytes(16).toString('hex');
    return jsonReply(200, {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 300,
      id_token: idToken(claims),
    });
  }

  /** Name and secret are form-encoded before they become Basic credentials (RFC 6749, section 2.3.1). */
  function isClient(authorization = ''): boolean {
    const [, encoded = ''] = /^Basic (.+)$/.exec(authorization) ?? [];
    const [id, secret] = Buffer.from(encoded, 'base64').toString().split(':').map(decodeURIComponent);
    return id === client.clientId && secret === client.clientSecret;
  }

  function idToken(claims: Record<string, unknown>): string {
    const { forge, signsWithStrangerKey } = oidc;
    const key = signsWithStrangerKey ? keyPair[algorithm]().privateKey : privateKey;
    const truth: TokenParts = { header: { alg: algorithm, typ: 'JWT', kid }, claims };
    const token = forge?.(truth) ?? truth;
    const text = [token.header, token.claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
    const signature = sign('sha256', Buffer.from(text.join('.')), { key, dsaEncoding: 'ieee-p1363' });
    return [...text, signature.toString('base64url')].join('.');
  }

  const host = await startHost({
    name: 'oidc',
    handle(request) {
      const { method, path } = request;
      if (method === 'GET' && path === '/realm/.well-known/openid-configuration') return metadata();
      if (method === 'GET' && path === '/realm/keys') return shownKeys();
      if (method === 'POST' && path === '/realm/token') return exchange(request);
      return undefined;
    },
  });

  const oidc: FakeOidc = Object.assign(host, {
    issuer: `${host.url}/realm`,
    forge: undefined,
    signsWithStrangerKey: false,
    authorize(address: string, account: OidcAccount) {
      const url = new URL(address);
      const { searchParams: query } = url;
      if (url.origin + url.pathname !== `${oidc.issuer}/authorize` || query.get('client_id') !== client.clientId) {
        throw new Error('there is no such page or client');
      }
      if (query.get('response_type') !== 'code' || query.get('redirect_uri') !== client.redirectUri) {
        throw new Error('the redirect or the response type is wrong');
      }
      if (!query.get('scope')?.split(' ').includes('openid')) throw new Error('the scope openid is missing');
      if (!query.get('nonce') || !query.get('code_challenge')) throw new Error('nonce and PKCE are demanded');
      return { ...codes.agree(url, account), iss: oidc.issuer };
    },
  });
  return oidc;
}
