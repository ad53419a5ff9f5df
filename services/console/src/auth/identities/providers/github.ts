import { fetchJson } from '@switchyard/http';
import { calculatePKCECodeChallenge } from 'openid-client';
import { Type } from 'typebox';
import { refuse } from '../../../http/answer.ts';
import type { Attempt, CodeProvider, Setup } from '../provider.ts';
import { readTokenAnswer, TokenAnswer } from '../token-answer.ts';

const User = Type.Object({ id: Type.Integer({ minimum: 1 }), login: Type.String({ minLength: 1, maxLength: 100 }) });
const Email = Type.Object({ email: Type.String(), primary: Type.Boolean(), verified: Type.Boolean() });
/** Apps that may not read addresses are told so by an object. */
const Emails = Type.Union([Type.Array(Email), Type.Object({ message: Type.String() })]);

/**
 * GitHub (https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps). The subject is the number: a
 * login name can be given up and taken by a stranger.
 */
export const github: CodeProvider = {
  name: 'github',
  label: 'GitHub',
  takesPkce: true,
  connect({ options, secrets, config }: Setup) {
    const { GitHubClientId: clientId, ServerAddress } = options;
    const { githubUrl, githubApiUrl, upstreamAllow: allow } = config;

    async function challengeOf({ verifier }: Attempt): Promise<Record<string, string>> {
      if (!verifier) return {};
      return { code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' };
    }

    /** Sent in the exchange when it was in the authorize address; otherwise GitHub takes the one that the app has. */
    function redirectOf({ verifier }: Attempt): Record<string, string> {
      return verifier && ServerAddress ? { redirect_uri: `${ServerAddress}/oauth/github` } : {};
    }

    return {
      async authorizeUrl(attempt) {
        const query = {
          client_id: clientId,
          scope: 'user:email',
          state: attempt.state,
          ...redirectOf(attempt),
          ...(await challengeOf(attempt)),
        };
        return `${githubUrl}/login/oauth/authorize?${new URLSearchParams(query)}`;
      },

      async identify({ code }, attempt) {
        const form = {
          client_id: clientId,
          client_secret: secrets.GitHubClientSecret,
          code,
          ...redirectOf(attempt),
          ...(attempt.verifier && { code_verifier: attempt.verifier }),
        };
        const answer = await fetchJson(TokenAnswer, `${githubUrl}/login/oauth/access_token`, {
          allow,
          method: 'POST',
          headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
          body: String(new URLSearchParams(form)),
        });
        const token = readTokenAnswer(answer, 'bad_verification_code');
        if (!token) return refuse('GitHub no longer accepts this sign-in. Please start again.');
        const headers = { accept: 'application/json', authorization: `Bearer ${token}`, 'user-agent': 'Switchyard' };
        const [user, emails] = await Promise.all([
          fetchJson(User, `${githubApiUrl}/user`, { allow, headers }),
          fetchJson(Emails, `${githubApiUrl}/user/emails`, { allow, headers }),
        ]);
        const email = Array.isArray(emails) && emails.find(({ primary, verified }) => primary && verified)?.email;
        return { subject: String(user.id), name: user.login, ...(email && { email }) };
      },
    };
  },
};
