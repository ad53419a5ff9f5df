import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import { answer, answerOf } from '../../http/answer.ts';

/**
 * Pages that the operator writes: markup that was sanitised when it was saved, or an https address to show in a frame.
 * Public.
 */
export function contentRoutes({ options }: Context): FastifyPluginAsyncTypebox {
  const route = { config: { access: 'public' }, schema: { response: answerOf(Type.String()) } } as const;

  return async (app) => {
    app.get('/notice', route, async () => answer((await options.read()).Notice));
    app.get('/about', route, async () => answer((await options.read()).About));
    app.get('/home_page_content', route, async () => answer((await options.read()).HomePageContent));
  };
}
