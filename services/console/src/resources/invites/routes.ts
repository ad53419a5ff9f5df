import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import { answer, answerOf, emptyAnswer } from '../../http/answer.ts';
import { actorOf } from '../logs/write.ts';
import { Transfer } from './schema.ts';
import { transferEarnings } from './transfer.ts';

/** What users need to invite others, and to take what they earn by it. */
export function inviteRoutes(context: Context): FastifyPluginAsyncTypebox {
  const config = { access: 'user' } as const;

  return async (app) => {
    app.get('/aff', { config, schema: { response: answerOf(Type.String()) } }, async ({ user }) => {
      const { aff_code: code } = await context.db
        .selectFrom('users')
        .select('aff_code')
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow();
      return answer(code);
    });

    app.post('/aff_transfer', { config, schema: { body: Transfer, response: emptyAnswer } }, async (request) =>
      answer(await transferEarnings(context, actorOf(request), request.body.quota)),
    );
  };
}
