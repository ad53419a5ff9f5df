import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Options, Secrets } from '@switchyard/contracts';
import type { Config } from '../../../config.ts';
import { github } from './github.ts';

function connect(serverAddress: string) {
  return github.connect({
    options: { GitHubClientId: 'client-1', ServerAddress: serverAddress } as Options,
    secrets: { GitHubClientSecret: 'canary' } as Secrets,
    config: { githubUrl: 'https://github.com', githubApiUrl: 'https://api.github.com' } as Config,
  });
}

/** RFC 7636, appendix B. */
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

test('the authorize address carries the challenge of the verifier, and no secret', async () => {
  const address = new URL(await connect('https://gateway.example.com').authorizeUrl({ state: 'a', verifier }));
  assert.equal(address.origin + address.pathname, 'https://github.com/login/oauth/authorize');
  assert.deepEqual(Object.fromEntries(address.searchParams), {
    client_id: 'client-1',
    scope: 'user:email',
    state: 'a',
    redirect_uri: 'https://gateway.example.com/oauth/github',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
});

test('without an address of our own GitHub takes the redirect that the app has', async () => {
  const address = new URL(await connect('').authorizeUrl({ state: 'a', verifier }));
  assert.equal(address.searchParams.has('redirect_uri'), false);
});
