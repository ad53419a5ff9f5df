import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../../context.ts';
import { answer, answerOf, Refusal, refuse } from '../../http/answer.ts';
import { usersNamed } from '../logs/filter.ts';
import { isTimezone, readPeriod } from './period.ts';
import { present } from './present.ts';
import { namesOf, sumUsage } from './repository.ts';
import { type DataQuery, type DataRow, DataRows, OwnQuery, WholeQuery } from './schema.ts';

/** What charts are drawn from: everybody's usage for administrators, one's own for everybody. Exact to the hour. */
export function dataRoutes({ db, options }: Context): FastifyPluginAsyncTypebox {
  const response = answerOf(DataRows);

  return async (app) => {
    app.get('/', { config: { access: 'admin' }, schema: { querystring: WholeQuery, response } }, async ({ query }) =>
      answer(await read(query, query.username ? await usersNamed(db, query.username) : undefined)),
    );

    app.get(
      '/self',
      { config: { access: 'user' }, schema: { querystring: OwnQuery, response } },
      async ({ query, user: { id } }) => answer(await read(query, [id])),
    );
  };

  async function read(query: DataQuery, userIds: readonly number[] | undefined): Promise<DataRow[] | Refusal> {
    if (!(await options.read()).DataExportEnabled) return refuse('The dashboard is switched off in the settings.');
    if (!isTimezone(query.timezone)) return refuse('The time zone must have a name such as Europe/Paris.');
    const period = readPeriod(query, Date.now());
    if (period instanceof Refusal) return period;
    const { group_by: groupBy, bucket, timezone } = query;
    const rows = await sumUsage(db, { ...period, groupBy, bucket, timezone, userIds });
    const keys = new Set(rows.flatMap(({ key }) => (key === null ? [] : [key])));
    const names = await namesOf(db, groupBy, [...keys]);
    return rows.map((row) => present(row, names, groupBy === 'model'));
  }
}
