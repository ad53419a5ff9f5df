import { createHash } from 'node:crypto';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ResponseBodyError,
} from 'openid-client';
import { refuse } from '../../../http/answer.ts';
import { accountName } from '../account-name.ts';
import { discoverIssuer } from '../discover-issuer.ts';
import type { CodeProvider, Setup } from '../provider.ts';

/** OpenID Connect Core, section 2. */
const writtenSubject = /^[\x20-\x7e]{1,255}$/;

/**
 * Any issuer of OpenID Connect Core 1.0 with discovery. Subjects are unique for their issuer only, and administrators may change
 * the issuer, so its address is part of ours.
 */
export const oidc: CodeProvider = {
  name: 'oidc',
  label: 'OpenID Connect',
  takesPkce: true,
  connect({ options, secrets, config }: Setup) {
    const { OIDCIssuer: issuer, OIDCClientId: clientId, ServerAddress } = options;
    const redirectUri = `${ServerAddress}/oauth/oidc`;
    const client = { issuer, clientId, clientSecret: secrets.OIDCClientSecret, allow: config.upstreamAllow };

    return {
      async authorizeUrl({ state, verifier = '' }) {
        const query = {
          redirect_uri: redirectUri,
          scope: 'openid profile email',
          state,
          nonce: nonceOf(state),
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        };
        return buildAuthorizationUrl(await discoverIssuer(client), query).href;
      },

      async identify({ code, iss }, { state, verifier }) {
        // Without it the address was not ours, and had neither challenge nor nonce.
        if (!verifier) return refuse('Please start the sign-in again.');
        const callback = new URL(redirectUri);
        callback.search = String(new URLSearchParams({ code, state, ...(iss && { iss }) }));
        const checks = { expectedState: state, expectedNonce: nonceOf(state), pkceCodeVerifier: verifier };
        const server = await discoverIssuer(client);
        const tokens = await authorizationCodeGrant(server, callback, checks).catch(spentOrThrow);
        if (!tokens) return refuse('This sign-in is no longer accepted. Please start again.');
        const claims = tokens.claims();
        if (!claims || !writtenSubject.test(claims.sub)) throw new Error('the ID token names nobody');
        // The library looks at it only where there are several audiences (OpenID Connect Core, 3.1.3.7).
        if (claims.azp !== undefined && claims.azp !== clientId) throw new Error('the ID token is for another client');
        const { preferred_username: username, name, email, email_verified: isVerified } = claims;
        return {
          subject: `${claims.iss}#${claims.sub}`,
          name: accountName(username) || accountName(name) || accountName(claims.sub),
          ...(typeof email === 'string' && isVerified === true && { email }),
        };
      },
    };
  },
};

/** Bound to the browser as the state is, and of no use to who reads it in an address (OpenID Connect Core, 15.5.2). */
function nonceOf(state: string): string {
  return createHash('sha256').update(`nonce ${state}`).digest('base64url');
}

/** Undefined when the code is no longer good. */
function spentOrThrow(error: unknown): undefined {
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return undefined;
  throw error;
}
