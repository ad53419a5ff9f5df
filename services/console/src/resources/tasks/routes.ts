import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { adminRole } from '../../auth/roles.ts';
import type { Context } from '../../context.ts';
import { answer, answerOf } from '../../http/answer.ts';
import { pageFromOne, presentPage } from '../../http/page.ts';
import { readFilter } from './filter.ts';
import { present } from './present.ts';
import { listTasks } from './repository.ts';
import { OwnQuery, TaskPage, type TaskQuery, WholeQuery } from './schema.ts';
import { videoLinks } from './video-link.ts';

/** Songs and videos: everybody's for administrators, one's own for everybody. */
export function taskRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/',
      { config: { access: 'admin' }, schema: { querystring: WholeQuery, response: answerOf(TaskPage) } },
      ({ query }) => list(query, undefined, true),
    );

    app.get(
      '/self',
      { config: { access: 'user' }, schema: { querystring: OwnQuery, response: answerOf(TaskPage) } },
      ({ query, user: { id, role } }) => list(query, id, role >= adminRole),
    );
  };

  async function list(query: TaskQuery, ownerId: number | undefined, isAdmin: boolean) {
    const page = pageFromOne(query);
    const { rows, total } = await listTasks(context.db, readFilter(query, ownerId), page);
    const videoLinkOf = await videoLinks(context);
    const tasks = rows.map((row) => present(row, videoLinkOf, isAdmin));
    return answer(presentPage(page, tasks, total));
  }
}
