import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { userRole } from '../../../auth/roles.ts';
import { requireRecentSignIn, requireSession } from '../../../auth/sessions/recent-sign-in.ts';
import type { Context } from '../../../context.ts';
import { answer, answerOf, emptyAnswer, Refusal, refuse } from '../../../http/answer.ts';
import { pageFromOne, presentPage } from '../../../http/page.ts';
import { limit } from '../../../http/too-many-requests.ts';
import { actorOf } from '../../logs/write.ts';
import { present as presentToken } from '../../tokens/present.ts';
import { listTokens } from '../../tokens/repository.ts';
import { TokenPage } from '../../tokens/schema.ts';
import { changeUser } from './change.ts';
import { addUser } from './create.ts';
import { manageUser, resetSecondFactor } from './manage.ts';
import { presentUsers } from './present.ts';
import { refuseReading } from './reach.ts';
import { releaseUser } from './release.ts';
import { findUser, listUsers } from './repository.ts';
import {
  ListQuery,
  ManageUser,
  NewUser,
  SearchQuery,
  Standing,
  UserChange,
  UserId,
  UserPage,
  UserView,
} from './schema.ts';

const searchesPerMinute = 10;
const minuteMs = 60_000;

/** What administrators see and do of users below them, and root of all. */
export function userAdminRoutes(context: Context): FastifyPluginAsyncTypebox {
  const { db, kv } = context;
  const config = { access: 'admin' } as const;

  return async (app) => {
    app.get('/', { config, schema: { querystring: ListQuery, response: answerOf(UserPage) } }, async (request) => {
      const page = pageFromOne(request.query);
      const { rows, total } = await listUsers(db, request.user, page);
      return answer(presentPage(page, await presentUsers(db, rows), total));
    });

    app.get(
      '/search',
      { config, schema: { querystring: SearchQuery, response: answerOf(UserPage) } },
      async (request) => {
        await limit(kv.limiter, `user-search:${request.user.id}`, searchesPerMinute, minuteMs);
        const page = pageFromOne(request.query);
        const { rows, total } = await listUsers(db, request.user, page, request.query);
        return answer(presentPage(page, await presentUsers(db, rows), total));
      },
    );

    app.get('/:id', { config, schema: { params: UserId, response: answerOf(UserView) } }, async (request) => {
      const found = await findUser(db, request.params.id);
      if (!found) return answer(refuse('This user does not exist.'));
      const refusal = refuseReading(request.user.role, found.role);
      if (refusal) return answer(refusal);
      const [view] = await presentUsers(db, [found]);
      return answer(view ?? refuse('This user does not exist.'));
    });

    app.get(
      '/:id/tokens',
      { config, schema: { params: UserId, querystring: ListQuery, response: answerOf(TokenPage) } },
      async (request) => {
        const found = await findUser(db, request.params.id);
        if (!found) return answer(refuse('This user does not exist.'));
        const refusal = refuseReading(request.user.role, found.role);
        if (refusal) return answer(refusal);
        const page = pageFromOne(request.query);
        const { rows, total } = await listTokens(db, found.id, page);
        return answer(presentPage(page, rows.map(presentToken), total));
      },
    );

    // Programs may add and change users, but make no administrators and change nobody's credentials.
    app.post('/', { config, schema: { body: NewUser, response: emptyAnswer } }, async (request) => {
      if ((request.body.role ?? userRole) > userRole) requireSession(request);
      return answer(await addUser(context, actorOf(request), request.body));
    });

    app.put('/', { config, schema: { body: UserChange, response: emptyAnswer } }, async (request) => {
      if (request.body.password) requireSession(request);
      return answer(await changeUser(context, actorOf(request), request.body));
    });

    app.post('/manage', { config, schema: { body: ManageUser, response: answerOf(Standing) } }, async (request) => {
      if (request.body.action === 'promote') requireSession(request);
      return answer(await manageUser(context, actorOf(request), request.body.id, request.body.action));
    });

    app.delete('/:id', { config, schema: { params: UserId, response: emptyAnswer } }, async (request) => {
      const outcome = await manageUser(context, actorOf(request), request.params.id, 'delete');
      return answer(outcome instanceof Refusal ? outcome : null);
    });

    const byPerson = { ...config, sessionOnly: true } as const;
    app.delete('/:id/2fa', { config: byPerson, schema: { params: UserId, response: emptyAnswer } }, async (request) => {
      requireRecentSignIn(request);
      return answer(await resetSecondFactor(context, actorOf(request), request.params.id));
    });

    app.post('/:id/release', { config: byPerson, schema: { params: UserId, response: emptyAnswer } }, async (request) =>
      answer(await releaseUser(context, actorOf(request), request.params.id)),
    );
  };
}
