import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import { answer, answerOf, Refusal } from '../../http/answer.ts';

const ModelsByType = Type.Record(Type.String(), Type.Array(Type.String()));

/** Model names that each kind of channel usually has, to fill in a new channel. */
export function modelRoutes({ relay }: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get('/', { config: { access: 'user' }, schema: { response: answerOf(ModelsByType) } }, async () => {
      const providers = await relay.providers();
      if (providers instanceof Refusal) return answer(providers);
      return answer(Object.fromEntries(providers.map(({ type, models }) => [String(type), models])));
    });
  };
}
