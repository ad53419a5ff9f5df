import type { FastifyReply, FastifyRequest } from 'fastify';
import { calculatePKCECodeChallenge, randomPKCECodeVerifier } from 'openid-client';
import type { Context } from '../../context.ts';
import { Refusal, refuse } from '../../http/answer.ts';
import { browserId } from '../cookies.ts';
import { readSession } from '../guard.ts';
import { hashSecret } from '../secret-hash.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { connectionOf, orUnreachable } from './connection.ts';
import { limitBegun } from './limits.ts';
import type { ProviderName } from './provider.ts';
import { codeProviders } from './providers/index.ts';
import { openState } from './states.ts';

interface Begun {
  readonly state: string;
  /** Of a provider that was named; then the client need not know how its addresses are made. */
  readonly authorizeUrl?: string;
  readonly codeChallenge?: string;
}

/**
 * Begins a sign-in at a provider or, for who is signed in here, the binding of an identity. It is tied to the session, else to the
 * browser.
 */
export async function begin(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { aff: affCode, provider: name }: { aff: string; provider?: ProviderName },
): Promise<Begun | Refusal> {
  await limitBegun(context.kv.limiter, request.ip);
  const user = await readSession(request, context);
  const session = user && requireRecentSignIn({ user });
  const owner = session
    ? { browserHash: session.hash, userId: user.id }
    : { browserHash: hashSecret(browserId(request, reply)) };
  if (name === undefined) return { state: await openState(context.db, { ...owner, affCode }) };
  const provider = codeProviders.find((one) => one.name === name);
  if (!provider) return refuse('Sign-in with this provider does not begin here.');
  const connection = await connectionOf(context, provider);
  if (connection instanceof Refusal) return connection;
  const secret = provider.takesPkce ? { verifier: randomPKCECodeVerifier() } : {};
  const state = await openState(context.db, { ...owner, ...secret, provider: name, affCode });
  const authorizeUrl = await orUnreachable(provider, request.log, connection.authorizeUrl({ state, ...secret }));
  if (authorizeUrl instanceof Refusal) return authorizeUrl;
  if (!secret.verifier) return { state, authorizeUrl };
  return { state, authorizeUrl, codeChallenge: await calculatePKCECodeChallenge(secret.verifier) };
}
