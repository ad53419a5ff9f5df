import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import { answer, answerOf, emptyAnswer, refuse } from '../../http/answer.ts';
import { limit } from '../../http/too-many-requests.ts';
import { actorOf, logTypes, writeLog } from '../../resources/logs/write.ts';
import { notifyOwner } from '../notify-owner.ts';
import { ClosedSessions, SessionId, SessionView } from '../schema.ts';
import { renewAccessToken } from './access-tokens.ts';
import { requireRecentSignIn, requireSession } from './recent-sign-in.ts';
import { closeOtherSessions, closeOwnSession, listSessions } from './session-list.ts';
import { holdSession } from './sessions.ts';

const tokensPerHour = 5;
const hourMs = 3_600_000;

/** Where a user is signed in, and the system access token with which their programs call the console. */
export function sessionRoutes(context: Context): FastifyPluginAsyncTypebox {
  const { db, kv } = context;
  const config = { access: 'user', sessionOnly: true } as const;

  return async (app) => {
    app.get('/sessions', { config, schema: { response: answerOf(Type.Array(SessionView)) } }, async (request) =>
      answer(await listSessions(db, request.user.id, requireSession(request))),
    );

    app.delete(
      '/sessions/:id',
      { config, schema: { params: SessionId, response: emptyAnswer } },
      async ({ user, params }) =>
        answer((await closeOwnSession(db, user.id, params.id)) ? null : refuse('This session has ended already.')),
    );

    app.delete('/sessions', { config, schema: { response: answerOf(ClosedSessions) } }, async (request) =>
      answer({ closed: await closeOtherSessions(db, request.user.id, requireSession(request)) }),
    );

    // A GET that changes something, as older clients have it; the guard asks every signed-in call for bearer and user id.
    app.get('/token', { config, schema: { response: answerOf(Type.String()) } }, async (request) => {
      const session = requireRecentSignIn(request);
      const actor = actorOf(request);
      await limit(kv.limiter, `access-token:${actor.id}`, tokensPerHour, hourMs);
      const token = await db.transaction().execute(async (trx) => {
        await holdSession(trx, actor.id, session);
        await writeLog(trx, logTypes.manage, actor, 'Made a new system access token');
        await notifyOwner(context, trx, actor.id, 'A new system access token was made for your account');
        return renewAccessToken(trx, actor.id);
      });
      return answer(token);
    });
  };
}
