import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../../../context.ts';
import { answer, answerOf } from '../../../http/answer.ts';
import { Explanation, Question } from './schema.ts';
import { explainRouting } from './service.ts';

/** "Which channel would serve this, and why." */
export function explainRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/explain',
      { config: { access: 'admin' }, schema: { body: Question, response: answerOf(Explanation) } },
      async (request) => answer(await explainRouting(context, request.body)),
    );
  };
}
