import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../../context.ts';
import { answer, answerOf, emptyAnswer, Refusal } from '../../http/answer.ts';
import { Forbidden } from '../../http/errors.ts';
import { isFromOwnSite } from '../../http/origin.ts';
import { seconds } from '../../http/time.ts';
import { actorOf } from '../../resources/logs/write.ts';
import { SignInOutcome } from '../schema.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { begin } from './begin.ts';
import { finish } from './finish.ts';
import { listIdentities } from './identities.ts';
import { codeProviders, providerOf } from './providers/index.ts';
import { TelegramLogin, telegram } from './providers/telegram.ts';
import { wechat } from './providers/wechat.ts';
import { CallbackQuery, IdentityList, IdentityName, StateAnswer, StateQuery, WeChatQuery } from './schema.ts';
import { settle } from './settle.ts';
import { showTelegram, showWeChat } from './show.ts';
import { unbindIdentity } from './unbind-identity.ts';

/** Signing in by an account at another provider and, for who is signed in, binding one. */
export function oauthRoutes(context: Context): FastifyPluginAsyncTypebox {
  const anybody = { access: 'public' } as const;
  const user = { access: 'user', sessionOnly: true } as const;
  const response = answerOf(SignInOutcome);

  return async (app) => {
    // These GETs sign in: no other site may have a browser make them.
    app.addHook('onRequest', async (request) => {
      if (!isFromOwnSite(request)) throw new Forbidden('This request came from another site.');
    });

    app.get(
      '/state',
      { config: anybody, schema: { querystring: StateQuery, response: StateAnswer } },
      async (request, reply) => {
        const begun = await begin(context, request, reply, request.query);
        if (begun instanceof Refusal) return answer(begun);
        const { state, authorizeUrl, codeChallenge } = begun;
        return {
          ...answer(state),
          ...(authorizeUrl && { authorize_url: authorizeUrl }),
          ...(codeChallenge && { code_challenge: codeChallenge }),
        };
      },
    );

    for (const provider of codeProviders) {
      app.get(
        `/${provider.name}`,
        { config: anybody, schema: { querystring: CallbackQuery, response } },
        async (request, reply) => {
          const shown = await finish(context, request, reply, provider, request.query);
          return settle(context, request, reply, provider, shown);
        },
      );
    }

    // Each under a second name that demands a session: with it nobody is signed in, or registered, who meant to bind.
    for (const [path, config] of [
      ['/wechat', anybody],
      ['/wechat/bind', user],
    ] as const) {
      app.get(path, { config, schema: { querystring: WeChatQuery, response } }, async (request, reply) => {
        const shown = await showWeChat(context, request, reply, request.query.code);
        return settle(context, request, reply, wechat, shown);
      });
    }

    for (const [path, config] of [
      ['/telegram/login', anybody],
      ['/telegram/bind', user],
    ] as const) {
      app.get(path, { config, schema: { querystring: TelegramLogin, response } }, async (request, reply) => {
        const shown = await showTelegram(context, request, request.query);
        return settle(context, request, reply, telegram, shown);
      });
    }
  };
}

/** What users see and take back of the accounts that are bound to theirs. */
export function identityRoutes(context: Context): FastifyPluginAsyncTypebox {
  const config = { access: 'user', sessionOnly: true } as const;

  return async (app) => {
    app.get('/', { config, schema: { response: answerOf(IdentityList) } }, async ({ user }) => {
      const bound = await listIdentities(context.db, user.id);
      return answer(
        bound.map(({ provider, name, created_at: at }) => ({
          provider,
          name,
          bound_time: seconds(at),
        })),
      );
    });

    app.delete('/:provider', { config, schema: { params: IdentityName, response: emptyAnswer } }, async (request) => {
      const binder = { actor: actorOf(request), session: requireRecentSignIn(request) };
      return answer(await unbindIdentity(context, binder, providerOf(request.params.provider)));
    });
  };
}
