import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import { answer, answerOf, emptyAnswer, refuse } from '../../http/answer.ts';
import { seconds } from '../../http/time.ts';
import { SignInView } from '../schema.ts';
import { beginRegistration, finishRegistration } from './register.ts';
import { deletePasskey } from './remove.ts';
import { listPasskeys, renamePasskey } from './repository.ts';
import { NewPasskey, PasskeyAssertion, PasskeyId, PasskeyName, PasskeyOptions, PasskeyView } from './schema.ts';
import { beginSignIn, finishPasskeySignIn } from './sign-in.ts';
import { beginStepUp, finishStepUp } from './step-up.ts';

/** Passkeys (WebAuthn level 3): signing in with them, showing again who one is, and keeping them. */
export function passkeyRoutes(context: Context): FastifyPluginAsyncTypebox {
  const { db } = context;
  const anybody = { access: 'public' } as const;
  const config = { access: 'user', sessionOnly: true } as const;
  const options = { response: answerOf(PasskeyOptions) };

  return async (app) => {
    app.post('/login/begin', { config: anybody, schema: options }, async (request, reply) =>
      answer(await beginSignIn(context, request, reply)),
    );
    app.post(
      '/login/finish',
      { config: anybody, schema: { body: PasskeyAssertion, response: answerOf(SignInView) } },
      async (request, reply) => answer(await finishPasskeySignIn(context, request, reply, request.body)),
    );

    app.post('/register/begin', { config, schema: options }, async (request) =>
      answer(await beginRegistration(context, request)),
    );
    app.post('/register/finish', { config, schema: { body: NewPasskey, response: emptyAnswer } }, async (request) =>
      answer(await finishRegistration(context, request, request.body)),
    );

    app.post('/verify/begin', { config, schema: options }, async (request) =>
      answer(await beginStepUp(context, request)),
    );
    app.post('/verify/finish', { config, schema: { body: PasskeyAssertion, response: emptyAnswer } }, async (request) =>
      answer(await finishStepUp(context, request, request.body)),
    );

    app.get('/', { config, schema: { response: answerOf(Type.Array(PasskeyView)) } }, async ({ user }) => {
      const own = await listPasskeys(db, user.id);
      return answer(
        own.map(({ id, name, synced, created_at: created, used_at: used }) => ({
          id,
          name,
          synced,
          created_time: seconds(created),
          used_time: seconds(used),
        })),
      );
    });
    app.put(
      '/:id',
      { config, schema: { params: PasskeyId, body: PasskeyName, response: emptyAnswer } },
      async ({ user, params, body }) => {
        const isRenamed = await renamePasskey(db, user.id, params.id, body.name.trim());
        return answer(isRenamed ? null : refuse('This passkey does not exist.'));
      },
    );
    app.delete('/:id', { config, schema: { params: PasskeyId, response: emptyAnswer } }, async (request) =>
      answer(await deletePasskey(context, request, request.params.id)),
    );
  };
}
