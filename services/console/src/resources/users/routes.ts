import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { clearSessionCookies, readSid, setSessionCookies } from '../../auth/cookies.ts';
import { bearsEcho } from '../../auth/guard.ts';
import { closeSession } from '../../auth/sessions.ts';
import { signIn } from '../../auth/sign-in.ts';
import type { Context } from '../../context.ts';
import { answer, answerOf, emptyAnswer, Refusal } from '../../http/answer.ts';
import { NotSignedIn } from '../../http/errors.ts';
import { usableGroups } from '../groups/groups.ts';
import { actorOf } from '../logs/write.ts';
import { Credentials, SelfChange, SelfView, SignInView, UsableGroups } from './schema.ts';
import { changeDisplayName, changePassword, readSelf } from './self.ts';
import { usableModels } from './usable-models.ts';

/** Signing in and out, and what users see and change of themselves. */
export function userRoutes(context: Context): FastifyPluginAsyncTypebox {
  const { db, keys } = context;
  const anybody = { access: 'public' } as const;
  const user = { access: 'user' } as const;

  return async (app) => {
    app.post(
      '/login',
      { config: anybody, schema: { body: Credentials, response: answerOf(SignInView) } },
      async (request, reply) => {
        const visitor = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
        const outcome = await signIn(context, request.body, visitor);
        if (outcome instanceof Refusal) return answer(outcome);
        const earlier = readSid(request);
        if (earlier) await closeSession(db, earlier);
        setSessionCookies(request, reply, keys.sessionKey, outcome.sid);
        return answer(outcome.user);
      },
    );

    // Also for sessions that have expired meanwhile; without a session there is nothing to do.
    app.get('/logout', { config: anybody, schema: { response: emptyAnswer } }, async (request, reply) => {
      const sid = readSid(request);
      if (sid && !bearsEcho(request, keys.sessionKey, sid)) throw new NotSignedIn();
      if (sid) await closeSession(db, sid);
      clearSessionCookies(request, reply);
      return answer(null);
    });

    app.get('/self', { config: user, schema: { response: answerOf(SelfView) } }, async (request) =>
      answer(await readSelf(db, request.user.id)),
    );

    app.put(
      '/self',
      { config: user, schema: { body: SelfChange, response: answerOf(SelfView) } },
      async (request, reply) => {
        const { password, display_name: displayName } = request.body;
        if (password) {
          const userAgent = request.headers['user-agent'] ?? '';
          const sid = await changePassword(context, actorOf(request), request.body, userAgent);
          if (sid instanceof Refusal) return answer(sid);
          setSessionCookies(request, reply, keys.sessionKey, sid);
        }
        if (displayName !== undefined) await changeDisplayName(db, request.user.id, displayName.trim());
        return answer(await readSelf(db, request.user.id));
      },
    );

    app.get('/self/groups', { config: user, schema: { response: answerOf(UsableGroups) } }, async (request) =>
      answer(Object.fromEntries(usableGroups(await context.options.read(), request.user.group))),
    );

    app.get('/models', { config: user, schema: { response: answerOf(Type.Array(Type.String())) } }, async (request) =>
      answer(await usableModels(context, request.user.group)),
    );
  };
}
