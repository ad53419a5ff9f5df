import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../../../context.ts';
import { answer, answerOf } from '../../../http/answer.ts';
import { limit } from '../../../http/too-many-requests.ts';
import { checkCallback } from './check-callback.ts';
import { checkMail } from './check-mail.ts';
import { checkSignIn } from './check-sign-in.ts';
import { CheckResult, MailCheck, SignInCheck } from './schema.ts';

const mailsPerHour = 20;
const hourMs = 3_600_000;

/** Buttons that show whether settings work before anybody depends on them; root's, as the settings are. */
export function checkRoutes(context: Context): FastifyPluginAsyncTypebox {
  const config = { access: 'root' } as const;
  const response = answerOf(CheckResult);

  return async (app) => {
    app.post('/mail', { config, schema: { body: MailCheck, response } }, async ({ body, user }) => {
      await limit(context.kv.limiter, `mail-check:${user.id}`, mailsPerHour, hourMs);
      return answer(await checkMail(context, body.to));
    });

    app.post('/webhook', { config, schema: { response } }, async () => answer(await checkCallback(context)));

    app.post('/sign-in', { config, schema: { body: SignInCheck, response } }, async ({ body }) =>
      answer(await checkSignIn(context, body.provider)),
    );
  };
}
