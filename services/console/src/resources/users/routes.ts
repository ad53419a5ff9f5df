import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { clearSessionCookies, setSessionCookies } from '../../auth/cookies.ts';
import type { Context } from '../../context.ts';
import { answer, answerOf, emptyAnswer, Refusal } from '../../http/answer.ts';
import { usableGroups } from '../groups/groups.ts';
import { actorOf } from '../logs/write.ts';
import { changeSelf } from './change-self.ts';
import { deleteSelf } from './delete-self.ts';
import { SelfChange, SelfView, SettingChange, SettingOutcome, UsableGroups } from './schema.ts';
import { readSelf } from './self.ts';
import { changeSettings } from './settings.ts';
import { usableModels } from './usable-models.ts';

/** What users see and change of themselves. */
export function userRoutes(context: Context): FastifyPluginAsyncTypebox {
  const { db, keys } = context;
  const user = { access: 'user' } as const;
  const owner = { access: 'user', sessionOnly: true } as const;

  return async (app) => {
    app.get('/self', { config: user, schema: { response: answerOf(SelfView) } }, async (request) =>
      answer(await readSelf(db, request.user.id)),
    );

    app.put(
      '/self',
      { config: owner, schema: { body: SelfChange, response: answerOf(SelfView) } },
      async (request, reply) => {
        const outcome = await changeSelf(context, request, request.body);
        if (outcome instanceof Refusal) return answer(outcome);
        if (outcome.sid) setSessionCookies(request, reply, keys.sessionKey, outcome.sid);
        return answer(await readSelf(db, request.user.id));
      },
    );

    app.delete('/self', { config: owner, schema: { response: emptyAnswer } }, async (request, reply) => {
      const outcome = await deleteSelf(context, request);
      if (!(outcome instanceof Refusal)) clearSessionCookies(request, reply);
      return answer(outcome);
    });

    app.put(
      '/setting',
      { config: user, schema: { body: SettingChange, response: answerOf(SettingOutcome) } },
      async (request) => answer(await changeSettings(context, actorOf(request), request.body)),
    );

    app.get('/self/groups', { config: user, schema: { response: answerOf(UsableGroups) } }, async (request) =>
      answer(Object.fromEntries(usableGroups(await context.options.read(), request.user.group))),
    );

    app.get('/models', { config: user, schema: { response: answerOf(Type.Array(Type.String())) } }, async (request) =>
      answer(await usableModels(context, request.user.group)),
    );
  };
}
