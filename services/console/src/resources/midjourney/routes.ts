import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { adminRole } from '../../auth/roles.ts';
import type { Context } from '../../context.ts';
import { answer, answerOf } from '../../http/answer.ts';
import { pageFromOne, presentPage } from '../../http/page.ts';
import { listTasks } from '../tasks/repository.ts';
import { readFilter } from './filter.ts';
import { pictureLinks } from './picture.ts';
import { present } from './present.ts';
import { DrawingPage, type DrawingQuery, OwnQuery, WholeQuery } from './schema.ts';

/** Drawings: everybody's for administrators, one's own for everybody. */
export function midjourneyRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/',
      { config: { access: 'admin' }, schema: { querystring: WholeQuery, response: answerOf(DrawingPage) } },
      ({ query }) => list(query, undefined, true),
    );

    app.get(
      '/self',
      { config: { access: 'user' }, schema: { querystring: OwnQuery, response: answerOf(DrawingPage) } },
      ({ query, user: { id, role } }) => list(query, id, role >= adminRole),
    );
  };

  async function list(query: DrawingQuery, ownerId: number | undefined, isAdmin: boolean) {
    const page = pageFromOne(query);
    const pictureOf = await pictureLinks(context);
    const { rows, total } = await listTasks(context.db, readFilter(query, ownerId), page);
    const drawings = rows.map((row) => present(row, isAdmin, pictureOf));
    return answer(presentPage(page, drawings, total));
  }
}
