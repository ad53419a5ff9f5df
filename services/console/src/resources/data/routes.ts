import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../../context.ts';
import { answer, answerOf, Refusal, refuse } from '../../http/answer.ts';
import { usersNamed } from '../logs/filter.ts';
import { readChannelHealth } from './channel-health.ts';
import { isTimezone, readPeriod } from './period.ts';
import { present } from './present.ts';
import { namesOf, sumUsage } from './repository.ts';
import {
  ChannelsHealth,
  type DataQuery,
  DataRows,
  OwnQuery,
  OwnSummaryQuery,
  Summary,
  type SummaryQuery,
  WholeQuery,
  WholeSummaryQuery,
} from './schema.ts';
import type { Scope } from './scope.ts';
import { readSummary } from './summary.ts';

/** What charts are drawn from: everybody's usage for administrators, one's own for everybody. Exact to the hour. */
export function dataRoutes({ db, history, options }: Context): FastifyPluginAsyncTypebox {
  const rows = answerOf(DataRows);
  const summary = answerOf(Summary);
  const channels = answerOf(ChannelsHealth);

  return async (app) => {
    app.get(
      '/',
      { config: { access: 'admin' }, schema: { querystring: WholeQuery, response: rows } },
      async (request) =>
        answer(await readRows(request.query, { userIds: await usersMeant(request.query), isAdmin: true })),
    );

    app.get(
      '/self',
      { config: { access: 'user' }, schema: { querystring: OwnQuery, response: rows } },
      async ({ query, user: { id } }) => answer(await readRows(query, { userIds: [id], isAdmin: false })),
    );

    app.get(
      '/summary',
      { config: { access: 'admin' }, schema: { querystring: WholeSummaryQuery, response: summary } },
      async ({ query }) => answer(await summarize(query, { userIds: await usersMeant(query), isAdmin: true })),
    );

    app.get(
      '/self/summary',
      { config: { access: 'user' }, schema: { querystring: OwnSummaryQuery, response: summary } },
      async ({ query, user: { id } }) => answer(await summarize(query, { userIds: [id], isAdmin: false })),
    );

    app.get(
      '/channels',
      { config: { access: 'admin' }, schema: { querystring: WholeSummaryQuery, response: channels } },
      async ({ query }) => {
        const scope = await readScope(query, { userIds: await usersMeant(query), isAdmin: true });
        return answer(scope instanceof Refusal ? scope : await readChannelHealth(history, scope));
      },
    );
  };

  async function usersMeant({ username }: { readonly username: string }): Promise<number[] | undefined> {
    return username ? usersNamed(db, username) : undefined;
  }

  async function readScope(query: SummaryQuery, viewer: Viewer): Promise<(Scope & Viewer) | Refusal> {
    if (!(await options.read()).DataExportEnabled) return refuse('The dashboard is switched off in the settings.');
    if (!isTimezone(query.timezone)) return refuse('The time zone must have a name such as Europe/Paris.');
    const period = readPeriod(query, Date.now());
    return period instanceof Refusal ? period : { ...period, ...viewer };
  }

  async function readRows(query: DataQuery, viewer: Viewer) {
    const scope = await readScope(query, viewer);
    if (scope instanceof Refusal) return scope;
    const groupBy = query.group_by;
    const rows = await sumUsage(history, { ...scope, groupBy }, query);
    const keys = new Set(rows.flatMap(({ key }) => (key === null ? [] : [key])));
    const names = await namesOf(db, groupBy, [...keys]);
    return rows.map((row) => present(row, names, { isModel: groupBy === 'model', isAdmin: viewer.isAdmin }));
  }

  async function summarize(query: SummaryQuery, viewer: Viewer) {
    const scope = await readScope(query, viewer);
    return scope instanceof Refusal ? scope : readSummary(history, scope, query);
  }
}

interface Viewer {
  readonly userIds: readonly number[] | undefined;
  readonly isAdmin: boolean;
}
