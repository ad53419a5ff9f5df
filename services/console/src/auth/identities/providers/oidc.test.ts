import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Options, Secrets } from '@switchyard/contracts';
import { parseCidrs } from '@switchyard/http';
import { type FakeOidc, fakeOidc, type OidcAccount, type TokenParts } from '@switchyard/testing/third-parties/oidc';
import type { Config } from '../../../config.ts';
import { Refusal } from '../../../http/answer.ts';
import type { Profile } from '../provider.ts';
import { oidc } from './oidc.ts';

const registered = {
  clientId: 'client-1',
  clientSecret: 'canary+secret/',
  redirectUri: 'https://gateway.example.com/oauth/oidc',
};
const attempt = { state: 'a-state-of-our-own', verifier: 'v'.repeat(43) };
let issuer: FakeOidc;
before(async () => {
  issuer = await fakeOidc(registered);
});
beforeEach(() => {
  issuer.forge = undefined;
  issuer.signsWithStrangerKey = false;
});
after(() => issuer.close());

function connect(clientSecret = registered.clientSecret, address = issuer.issuer) {
  return oidc.connect({
    options: {
      OIDCIssuer: address,
      OIDCClientId: registered.clientId,
      ServerAddress: 'https://gateway.example.com',
    } as Options,
    secrets: { OIDCClientSecret: clientSecret } as Secrets,
    config: { upstreamAllow: parseCidrs('127.0.0.0/8') } as Config,
  });
}

/** Agrees at the issuer and exchanges the code. */
async function enter(account: OidcAccount = { sub: 'ada' }, iss?: string, at = issuer) {
  const connection = connect(registered.clientSecret, at.issuer);
  const back = at.authorize(await connection.authorizeUrl(attempt), account);
  return connection.identify({ code: back.code, ...(iss !== undefined && { iss }) }, attempt);
}

for (const algorithm of ['ES256', 'RS256'] as const) {
  test(`an ID token signed by ${algorithm} names its subject together with the issuer`, async (context) => {
    const signing = await fakeOidc(registered, algorithm);
    context.after(() => signing.close());
    const profile = await enter({ sub: 'ada', preferred_username: 'ada_l' }, signing.issuer, signing);
    assert.deepEqual(profile, { subject: `${signing.issuer}#ada`, name: 'ada_l' });
  });
}

test('a name is one line that can be stored, whatever the issuer says', async () => {
  const odd = (await enter({ sub: 'ada', preferred_username: `\u0000Ada\nL${'x'.repeat(200)}` })) as Profile;
  assert.equal(odd.name, `AdaL${'x'.repeat(96)}`);
  assert.equal(((await enter({ sub: 'ada', preferred_username: ' \n' })) as Profile).name, 'ada');
});

test('an address counts only when the issuer has verified it', async () => {
  const account = { sub: 'ada', email: 'ada@example.com' };
  assert.equal(((await enter({ ...account, email_verified: true })) as Profile).email, 'ada@example.com');
  assert.equal(((await enter({ ...account, email_verified: false })) as Profile).email, undefined);
  assert.equal(((await enter(account)) as Profile).email, undefined);
});

const now = () => Math.floor(Date.now() / 1000);
const forgeries: Record<string, (token: TokenParts) => TokenParts> = {
  'of another issuer': claim({ iss: 'https://evil.example.com' }),
  'for another client': claim({ aud: 'client-2' }),
  'for several clients without saying whose it is': claim({ aud: [registered.clientId, 'client-2'] }),
  'given to another client': claim({ azp: 'client-2' }),
  'that has expired': ({ header, claims }) => ({ header, claims: { ...claims, exp: now() - 60 } }),
  'without an expiry': claim({ exp: undefined }),
  'without a time of issue': claim({ iat: undefined }),
  'with the nonce of another sign-in': claim({ nonce: 'x' }),
  'without a nonce': claim({ nonce: undefined }),
  'without a subject': claim({ sub: undefined }),
  'with an empty subject': claim({ sub: '' }),
  'with a subject that is no text of the standard': claim({ sub: 'ada\u0000' }),
  'with a subject that is too long': claim({ sub: 'a'.repeat(256) }),
  'that is not signed': ({ header, claims }) => ({ header: { ...header, alg: 'none' }, claims }),
  'signed by the client secret': ({ header, claims }) => ({ header: { ...header, alg: 'HS256' }, claims }),
  'signed by a key the issuer does not show': ({ header, claims }) => ({ header: { ...header, kid: 'x' }, claims }),
};

function claim(changed: Record<string, unknown>): (token: TokenParts) => TokenParts {
  return ({ header, claims }) => ({ header, claims: { ...claims, ...changed } });
}

for (const [what, forge] of Object.entries(forgeries)) {
  test(`an ID token ${what} is not believed`, async () => {
    issuer.forge = forge;
    await assert.rejects(enter());
  });
}

test('a signature by another key under the known id is not believed', async () => {
  await enter();
  issuer.signsWithStrangerKey = true;
  await assert.rejects(enter());
});

test('a browser sent back by another issuer is refused before the exchange', async () => {
  const exchanges = () => issuer.requests().filter(({ path }) => path.endsWith('/token')).length;
  const before = exchanges();
  await assert.rejects(enter({ sub: 'ada' }, 'https://evil.example.com'));
  assert.equal(exchanges(), before);
});

test('a code is good once, with the verifier of its own sign-in', async () => {
  const connection = connect();
  const back = issuer.authorize(await connection.authorizeUrl(attempt), { sub: 'ada' });
  const other = await connection.identify({ code: back.code }, { ...attempt, verifier: 'w'.repeat(43) });
  assert.ok(other instanceof Refusal);
  const late = await connection.identify({ code: back.code }, attempt);
  assert.ok(late instanceof Refusal);
  const unbound = await connection.identify({ code: 'x' }, { state: attempt.state });
  assert.ok(unbound instanceof Refusal, 'an address that was not ours had no nonce');
});

test('the issuer is asked what it is once, and its secret never stands in an error', async () => {
  const questions = () => issuer.requests().filter(({ path }) => path.includes('well-known')).length;
  await connect().authorizeUrl(attempt);
  const before = questions();
  await connect().authorizeUrl(attempt);
  assert.equal(questions(), before);
  const wrong = connect('wrong-canary');
  const back = issuer.authorize(await wrong.authorizeUrl(attempt), { sub: 'ada' });
  const error = await wrong.identify({ code: back.code }, attempt).catch((thrown) => thrown);
  assert.ok(error instanceof Error);
  assert.doesNotMatch(`${error.message} ${(error.cause as Error | undefined)?.message}`, /canary/);
});

test('an issuer is asked over https only, but for this machine', async () => {
  await assert.rejects(connect('s', 'http://id.example.com').authorizeUrl(attempt), /HTTPS|only requests to https/i);
});

test('an issuer that calls itself otherwise is not believed', async () => {
  await assert.rejects(connect('s', `${issuer.issuer}/`).authorizeUrl(attempt));
});
