import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { adminRole } from '../../auth/roles.ts';
import type { Context } from '../../context.ts';
import { answer, answerOf } from '../../http/answer.ts';
import { pageFromOne, presentPage } from '../../http/page.ts';
import { readFilter } from './filter.ts';
import { present } from './present.ts';
import { listLogs } from './repository.ts';
import { LogPage, OwnFilter, OwnQuery, Stat, WholeFilter, WholeQuery } from './schema.ts';
import { readStat } from './stat.ts';

/** The usage log: everybody's for administrators, one's own for everybody. */
export function logRoutes({ db }: Context): FastifyPluginAsyncTypebox {
  const admin = { access: 'admin' } as const;
  const user = { access: 'user' } as const;

  return async (app) => {
    app.get(
      '/',
      { config: admin, schema: { querystring: WholeQuery, response: answerOf(LogPage) } },
      async ({ query }) => {
        const page = pageFromOne(query);
        const { rows, total } = await listLogs(db, await readFilter(db, query, undefined), page);
        return answer(
          presentPage(
            page,
            rows.map((row) => present(row, true)),
            total,
          ),
        );
      },
    );

    app.get(
      '/self',
      { config: user, schema: { querystring: OwnQuery, response: answerOf(LogPage) } },
      async ({ query, user: { id, role } }) => {
        const page = pageFromOne(query);
        const { rows, total } = await listLogs(db, await readFilter(db, query, id), page);
        return answer(
          presentPage(
            page,
            rows.map((row) => present(row, role >= adminRole)),
            total,
          ),
        );
      },
    );

    app.get(
      '/stat',
      { config: admin, schema: { querystring: WholeFilter, response: answerOf(Stat) } },
      async ({ query }) => answer(await readStat(db, await readFilter(db, query, undefined))),
    );

    app.get(
      '/self/stat',
      { config: user, schema: { querystring: OwnFilter, response: answerOf(Stat) } },
      async ({ query, user: { id } }) => answer(await readStat(db, await readFilter(db, query, id))),
    );
  };
}
