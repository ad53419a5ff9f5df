import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { features } from '../../auth/features.ts';
import type { Context } from '../../context.ts';
import { answer, answerOf } from '../../http/answer.ts';
import { present } from './present.ts';
import { Status } from './schema.ts';

/** What the web app must know before anybody signs in. Public. */
export function statusRoutes({ options }: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get('/', { config: { access: 'public' }, schema: { response: answerOf(Status) } }, async () => {
      const settings = await options.read();
      return answer(present(settings, features(settings, await options.secrets())));
    });
  };
}
