import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import { answer, answerOf, emptyAnswer } from '../../http/answer.ts';
import { actorOf } from '../../resources/logs/write.ts';
import { browserId } from '../cookies.ts';
import { readSession, refuseOtherSites } from '../guard.ts';
import { bindEmail } from '../mail/bind-email.ts';
import { sendEmailCode } from '../mail/send-email-code.ts';
import { askForReset, resetPassword } from '../passwords/password-reset.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { HumanCheck } from '../turnstile.ts';
import { register } from './register.ts';

/** Judged one by one, in an order: whether anybody may register comes before what they wrote. */
const field = Type.String({ default: '', maxLength: 512 });
const RegistrationForm = Type.Object({
  username: field,
  password: field,
  password2: field,
  email: field,
  verification_code: field,
  aff_code: field,
});

const email = Type.String({ maxLength: 320 });
const AddressQuery = Type.Object({ email, ...HumanCheck.properties });
const ProvedAddress = Type.Object({ email, code: Type.String({ maxLength: 20 }) });
const ResetLink = Type.Object({ email, token: Type.String({ maxLength: 200 }) });

/** How people get an account, prove an address and come by a new password. */
export function registrationRoutes(context: Context): FastifyPluginAsyncTypebox {
  const anybody = { access: 'public' } as const;
  const user = { access: 'user', sessionOnly: true } as const;

  return async (app) => {
    app.post(
      '/user/register',
      { config: anybody, schema: { querystring: HumanCheck, body: RegistrationForm, response: emptyAnswer } },
      async (request, reply) => {
        const newcomer = { ip: request.ip, requestId: request.id, browser: browserId(request, reply) };
        return answer(await register(context, request.body, request.query.turnstile, newcomer));
      },
    );

    // A GET that sends mail: other sites must not make their visitors call it.
    app.get(
      '/verification',
      { config: anybody, schema: { querystring: AddressQuery, response: emptyAnswer } },
      async (request, reply) => {
        refuseOtherSites(request);
        const session = await readSession(request, context);
        const asker = { ip: request.ip, browser: browserId(request, reply), log: request.log };
        return answer(
          await sendEmailCode(context, request.query, { ...asker, ...(session && { userId: session.id }) }),
        );
      },
    );

    app.get(
      '/oauth/email/bind',
      { config: user, schema: { querystring: ProvedAddress, response: emptyAnswer } },
      async (request) => {
        const owner = { actor: actorOf(request), session: requireRecentSignIn(request) };
        return answer(await bindEmail(context, owner, request.query));
      },
    );

    app.get(
      '/reset_password',
      { config: anybody, schema: { querystring: AddressQuery, response: emptyAnswer } },
      async (request) => {
        refuseOtherSites(request);
        return answer(await askForReset(context, request.query, request));
      },
    );

    app.post(
      '/user/reset',
      { config: anybody, schema: { body: ResetLink, response: answerOf(Type.String()) } },
      async (request) => {
        const outcome = await resetPassword(context, request.body, { ip: request.ip, requestId: request.id });
        return answer(outcome);
      },
    );
  };
}
