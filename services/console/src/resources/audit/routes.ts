import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../../context.ts';
import { answer, answerOf } from '../../http/answer.ts';
import { pageFromOne, presentPage } from '../../http/page.ts';
import { seconds } from '../../http/time.ts';
import { listAudit } from './repository.ts';
import { AuditPage, AuditQuery, AuditVerdict } from './schema.ts';
import { verifyAudit } from './verify.ts';

/** What administrators did, and every change of somebody's credentials. Root only. */
export function auditRoutes({ db }: Context): FastifyPluginAsyncTypebox {
  const config = { access: 'root' } as const;

  return async (app) => {
    app.get('/', { config, schema: { querystring: AuditQuery, response: answerOf(AuditPage) } }, async ({ query }) => {
      const page = pageFromOne(query);
      const { rows, total } = await listAudit(db, query, page);
      const entries = rows.map(({ actor_id, actor, created_at, ...entry }) => ({
        ...entry,
        created_at: seconds(created_at),
        user_id: actor_id,
        username: actor,
      }));
      return answer(presentPage(page, entries, total));
    });

    app.get('/verify', { config, schema: { response: answerOf(AuditVerdict) } }, async () => {
      const { entries, firstBroken, head } = await verifyAudit(db);
      return answer({
        intact: firstBroken === 0,
        entries,
        first_broken: firstBroken,
        head: head?.toString('hex') ?? '',
      });
    });
  };
}
