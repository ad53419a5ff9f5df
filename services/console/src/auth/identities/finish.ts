import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { Refusal, refuse } from '../../http/answer.ts';
import { actorOf } from '../../resources/logs/write.ts';
import { browserId } from '../cookies.ts';
import { readSession } from '../guard.ts';
import { hashSecret } from '../secret-hash.ts';
import { connectionOf, orUnreachable } from './connection.ts';
import { limitFinished } from './limits.ts';
import type { CodeProvider } from './provider.ts';
import type { CallbackQuery } from './schema.ts';
import type { Binder, Shown } from './settle.ts';
import { type OpenState, takeState } from './states.ts';

const startAgain = 'This sign-in has expired, was used before or was begun in another browser. Please start again.';

/**
 * Takes a browser that a provider has sent back. The state is used up before the provider is asked, and nobody is asked for one that
 * is missing, used, of another browser or of another provider.
 */
export async function finish(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  provider: CodeProvider,
  { code, state, iss }: CallbackQuery,
): Promise<Shown | Refusal> {
  await limitFinished(context.kv.limiter, request.ip);
  const connection = await connectionOf(context, provider);
  if (connection instanceof Refusal) return connection;
  const begun = await takeState(context.db, state);
  if (!begun || (begun.provider ?? provider.name) !== provider.name) return refuse(startAgain);
  const binder = await ownerOf(context, request, reply, begun);
  if (binder instanceof Refusal) return binder;
  if (!code) return refuse(`${provider.label} did not sign you in. Please start again.`);
  const attempt = { state, ...(begun.verifier && { verifier: begun.verifier }) };
  const callback = { code, ...(iss && { iss }) };
  const profile = await orUnreachable(provider, request.log, connection.identify(callback, attempt));
  if (profile instanceof Refusal) return profile;
  return { profile, affCode: begun.affCode, ...(binder && { binder }) };
}

/** The user who began a binding, in the same session; undefined for a sign-in, in the same browser. */
async function ownerOf(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { userId, browserHash }: OpenState,
): Promise<Binder | undefined | Refusal> {
  if (userId === undefined) {
    return hashSecret(browserId(request, reply)).equals(browserHash) ? undefined : refuse(startAgain);
  }
  // Never a sign-in instead: the identity would become a user of its own.
  const user = await readSession(request, context);
  return user?.id === userId && user.session?.hash.equals(browserHash)
    ? { actor: actorOf({ user, ip: request.ip, id: request.id }), session: user.session }
    : refuse('Your session has ended or changed meanwhile. Sign in again, and bind the account then.');
}
