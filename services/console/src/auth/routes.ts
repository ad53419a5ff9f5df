import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../context.ts';
import { answer, answerOf, emptyAnswer, Refusal } from '../http/answer.ts';
import { NotSignedIn } from '../http/errors.ts';
import { clearSessionCookies, readSid } from './cookies.ts';
import { failureAlarm } from './failure-alarm.ts';
import { bearsCsrfToken } from './guard.ts';
import { checkPassword } from './passwords/sign-in.ts';
import { Confirmation, Credentials, SecondFactorCode, SignInOutcome, SignInView } from './schema.ts';
import { finishSignIn } from './second-factor/finish-sign-in.ts';
import { completeSignIn } from './sessions/complete-sign-in.ts';
import { confirmSignIn } from './sessions/confirm.ts';
import { closeSession } from './sessions/sessions.ts';
import { HumanCheck, refuseRobots } from './turnstile.ts';

const guessing = 'wrong passwords come far more often than usual; somebody may be trying stolen ones';

/** Signing in by password, the second factor after any first one, and signing out. */
export function signInRoutes(context: Context): FastifyPluginAsyncTypebox {
  const { db, keys, figures } = context;
  const isUnusual = failureAlarm();
  const anybody = { access: 'public' } as const;
  const user = { access: 'user', sessionOnly: true } as const;

  return async (app) => {
    app.post(
      '/login',
      {
        config: anybody,
        schema: { querystring: HumanCheck, body: Credentials, response: answerOf(SignInOutcome) },
      },
      async (request, reply) => {
        const robot = await refuseRobots(context, request.query.turnstile, request.ip);
        if (robot) return answer(robot);
        const onWrong = () => {
          figures.signIns.inc({ way: 'password', result: 'refused' });
          if (isUnusual()) request.log.error(guessing);
        };
        const entrant = await checkPassword(context, request.body, { ip: request.ip, onWrong });
        if (entrant instanceof Refusal) return answer(entrant);
        return answer(await completeSignIn(context, request, reply, entrant, 'password'));
      },
    );

    app.post(
      '/login/2fa',
      { config: anybody, schema: { body: SecondFactorCode, response: answerOf(SignInView) } },
      async (request, reply) => answer(await finishSignIn(context, request, reply, request.body.code)),
    );

    app.post('/verify', { config: user, schema: { body: Confirmation, response: emptyAnswer } }, async (request) =>
      answer(await confirmSignIn(context, request, request.body)),
    );

    // Also for sessions that have expired meanwhile; without a session there is nothing to do.
    app.get('/logout', { config: anybody, schema: { response: emptyAnswer } }, async (request, reply) => {
      const sid = readSid(request);
      if (sid && !bearsCsrfToken(request, keys.sessionKey, sid)) throw new NotSignedIn();
      if (sid) await closeSession(db, sid);
      clearSessionCookies(request, reply);
      return answer(null);
    });
  };
}
