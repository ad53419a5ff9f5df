import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../../context.ts';
import { answer, answerOf, emptyAnswer } from '../../http/answer.ts';
import { pageFromOne, presentPage } from '../../http/page.ts';
import { seconds } from '../../http/time.ts';
import { actorOf } from '../logs/write.ts';
import { askToBook, dismissLetter } from './decide-letter.ts';
import { presentAuditRun, presentBreach, presentDeadLetter } from './present.ts';
import { listAuditRuns, listBreaches, listDeadLetters, readState } from './repository.ts';
import { AuditRunPage, BooksState, BreachPage, DeadLetterId, DeadLetterPage, PageQuery } from './schema.ts';

/** Whether the books add up, as billing sees it: what does not, what could not be booked, and when it looked. What becomes of the latter is root's. */
export function booksRoutes(context: Context): FastifyPluginAsyncTypebox {
  const { db } = context;
  const root = { access: 'root' } as const;
  const config = { access: 'admin' } as const;

  return async (app) => {
    app.get('/', { config, schema: { response: answerOf(BooksState) } }, async () => {
      const { auditedAt, openBreaches, deadLetters } = await readState(db);
      return answer({ audited_at: seconds(auditedAt), open_breaches: openBreaches, dead_letters: deadLetters });
    });

    app.get(
      '/breaches',
      { config, schema: { querystring: PageQuery, response: answerOf(BreachPage) } },
      async ({ query }) => {
        const page = pageFromOne(query);
        const { rows, total } = await listBreaches(db, page);
        return answer(presentPage(page, rows.map(presentBreach), total));
      },
    );

    app.get(
      '/dead_letters',
      { config, schema: { querystring: PageQuery, response: answerOf(DeadLetterPage) } },
      async ({ query }) => {
        const page = pageFromOne(query);
        const { rows, total } = await listDeadLetters(db, page);
        return answer(presentPage(page, rows.map(presentDeadLetter), total));
      },
    );

    const decision = { config: root, schema: { params: DeadLetterId, response: emptyAnswer } };

    app.post('/dead_letters/:id/book', decision, async (request) =>
      answer(await askToBook(context, actorOf(request), request.params.id)),
    );

    app.post('/dead_letters/:id/dismiss', decision, async (request) =>
      answer(await dismissLetter(context, actorOf(request), request.params.id)),
    );

    app.get(
      '/audits',
      { config, schema: { querystring: PageQuery, response: answerOf(AuditRunPage) } },
      async ({ query }) => {
        const page = pageFromOne(query);
        const { rows, total } = await listAuditRuns(db, page);
        return answer(presentPage(page, rows.map(presentAuditRun), total));
      },
    );
  };
}
