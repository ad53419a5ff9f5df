import { fetchJson } from '@switchyard/http';
import { Type } from 'typebox';
import { refuse } from '../../../http/answer.ts';
import type { CodeProvider, Setup } from '../provider.ts';
import { readTokenAnswer, TokenAnswer } from '../token-answer.ts';

const User = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  username: Type.String({ minLength: 1, maxLength: 100 }),
  active: Type.Boolean(),
  /** 0 to 4. */
  trust_level: Type.Integer(),
});

/** LINUX DO Connect (https://connect.linux.do): OAuth 2.0 with HTTP Basic. */
export const linuxdo: CodeProvider = {
  name: 'linuxdo',
  label: 'LINUX DO',
  takesPkce: false,
  connect({ options, secrets, config }: Setup) {
    const { LinuxDOClientId: clientId, LinuxDOMinimumTrustLevel: leastTrust } = options;
    const { linuxdoUrl, upstreamAllow: allow } = config;
    const redirectUri = `${options.ServerAddress}/oauth/linuxdo`;
    const credentials = Buffer.from(`${clientId}:${secrets.LinuxDOClientSecret}`).toString('base64');

    return {
      async authorizeUrl({ state }) {
        const query = { response_type: 'code', client_id: clientId, redirect_uri: redirectUri, state };
        return `${linuxdoUrl}/oauth2/authorize?${new URLSearchParams(query)}`;
      },

      async identify({ code }) {
        const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
        const answer = await fetchJson(TokenAnswer, `${linuxdoUrl}/oauth2/token`, {
          allow,
          method: 'POST',
          headers: {
            accept: 'application/json',
            authorization: `Basic ${credentials}`,
            'content-type': 'application/x-www-form-urlencoded',
          },
          body: String(new URLSearchParams(form)),
        });
        const token = readTokenAnswer(answer, 'invalid_grant');
        if (!token) return refuse('LINUX DO no longer accepts this sign-in. Please start again.');
        const user = await fetchJson(User, `${linuxdoUrl}/api/user`, {
          allow,
          headers: { accept: 'application/json', authorization: `Bearer ${token}` },
        });
        if (!user.active) return refuse('This LINUX DO account is not active.');
        const profile = { subject: String(user.id), name: user.username };
        if (user.trust_level >= leastTrust) return profile;
        return { ...profile, registrationProblem: `Registration needs trust level ${leastTrust} at LINUX DO.` };
      },
    };
  },
};
