import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import { answer, answerOf } from '../../http/answer.ts';

/** Names of all groups. */
export function groupRoutes({ options }: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get('/', { config: { access: 'admin' }, schema: { response: answerOf(Type.Array(Type.String())) } }, async () =>
      answer([...(await options.read()).GroupRatio.keys()]),
    );
  };
}
