import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { adminRole } from '../../auth/roles.ts';
import type { Context } from '../../context.ts';
import { answer, answerOf, refuse } from '../../http/answer.ts';
import { limitedAddress } from '../../http/origin.ts';
import { pageFromOne, presentPage } from '../../http/page.ts';
import { limit } from '../../http/too-many-requests.ts';
import { readCleaning, startCleaning } from './cleaning.ts';
import { sendCsv } from './export.ts';
import { readFilter } from './filter.ts';
import { logOfKey } from './of-key.ts';
import { present } from './present.ts';
import { readReceipt } from './receipt.ts';
import { listLogs } from './repository.ts';
import {
  Cleaning,
  CleaningQuery,
  Csv,
  KeyQuery,
  LogList,
  LogPage,
  OwnExport,
  OwnFilter,
  OwnQuery,
  Receipt,
  RequestId,
  Stat,
  WholeExport,
  WholeFilter,
  WholeQuery,
} from './schema.ts';
import { readStat } from './stat.ts';
import { actorOf } from './write.ts';

/** A million rows over a slow line. */
const exportTimeoutMs = 3_600_000;
const exportsPerWindow = 10;
const keyReadsPerWindow = 60;
const windowMs = 600_000;

/** The usage log: everybody's for administrators, one's own for everybody. */
export function logRoutes(context: Context): FastifyPluginAsyncTypebox {
  const { db, history, kv, options } = context;
  const admin = { access: 'admin' } as const;
  const user = { access: 'user' } as const;

  return async (app) => {
    app.get(
      '/',
      { config: admin, schema: { querystring: WholeQuery, response: answerOf(LogPage) } },
      async ({ query }) => {
        const page = pageFromOne(query);
        const { rows, total } = await listLogs(history, await readFilter(db, query, undefined), page);
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
        const { rows, total } = await listLogs(history, await readFilter(db, query, id), page);
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
      async ({ query }) => answer(await readStat(history, await readFilter(db, query, undefined))),
    );

    app.get(
      '/self/stat',
      { config: user, schema: { querystring: OwnFilter, response: answerOf(Stat) } },
      async ({ query, user: { id } }) => answer(await readStat(history, await readFilter(db, query, id))),
    );

    app.delete(
      '/',
      { config: admin, schema: { querystring: CleaningQuery, response: answerOf(Type.Integer()) } },
      async (request) => answer(await startCleaning(db, actorOf(request), request.query.target_timestamp)),
    );

    app.get(
      '/cleaning',
      { config: admin, schema: { response: answerOf(Type.Union([Cleaning, Type.Null()])) } },
      async () => answer(await readCleaning(db)),
    );

    app.get(
      '/export',
      { config: admin, handlerTimeout: exportTimeoutMs, schema: { querystring: WholeExport, response: Csv } },
      async ({ query, user: { id } }, reply) => {
        await limit(kv.limiter, `log-export:${id}`, exportsPerWindow, windowMs);
        const { QuotaPerUnit: quotaPerUsd } = await options.read();
        return sendCsv(reply, history, await readFilter(db, query, undefined), { isAdmin: true, quotaPerUsd });
      },
    );

    app.get(
      '/self/export',
      { config: user, handlerTimeout: exportTimeoutMs, schema: { querystring: OwnExport, response: Csv } },
      async ({ query, user: { id } }, reply) => {
        await limit(kv.limiter, `log-export:${id}`, exportsPerWindow, windowMs);
        const { QuotaPerUnit: quotaPerUsd } = await options.read();
        return sendCsv(reply, history, await readFilter(db, query, id), { isAdmin: false, quotaPerUsd });
      },
    );

    app.get(
      '/:request_id/receipt',
      { config: user, schema: { params: RequestId, response: answerOf(Receipt) } },
      async ({ params, user: { id, role } }) =>
        answer(await readReceipt(db, params.request_id, role >= adminRole ? undefined : id)),
    );

    app.get(
      '/token',
      { config: { access: 'public' }, schema: { querystring: KeyQuery, response: answerOf(LogList) } },
      async ({ query, headers, ip }) => {
        await limit(kv.limiter, `log-of-key:${limitedAddress(ip)}`, keyReadsPerWindow, windowMs);
        // Preferably as a bearer: addresses come to stand in the logs of proxies.
        const key = headers.authorization?.replace(/^Bearer\s+/i, '') || query.key;
        return answer(key ? await logOfKey(context, key) : refuse('Name the key, as "Authorization: Bearer sk-…".'));
      },
    );
  };
}
