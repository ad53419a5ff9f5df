import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import { answer, answerOf, emptyAnswer, Refusal, refuse } from '../../http/answer.ts';
import { pageFromOne, presentPage } from '../../http/page.ts';
import { actorOf } from '../logs/write.ts';
import { hashCode } from './code.ts';
import { present } from './present.ts';
import { redeem } from './redeem.ts';
import { type CodeRow, findCode, listCodes } from './repository.ts';
import {
  ChangeQuery,
  CodeChange,
  CodeId,
  CodeList,
  CodePage,
  CodeView,
  ListQuery,
  NewCodes,
  SearchQuery,
  TopUp,
} from './schema.ts';
import { changeCode, createCodes, deleteCode, deleteSpent, switchCode } from './service.ts';

/** Redemption codes: administrators make them, users turn them into quota. */
export function redemptionRoutes(context: Context): FastifyPluginAsyncTypebox {
  const { db, keys } = context;
  const admin = { access: 'admin' } as const;
  const user = { access: 'user' } as const;
  const show = (outcome: CodeRow | Refusal) => answer(outcome instanceof Refusal ? outcome : present(keys, outcome));

  return async (app) => {
    app.post(
      '/user/topup',
      { config: user, schema: { body: TopUp, response: answerOf(Type.Integer()) } },
      async (request) => answer(await redeem(context, request.user.id, request.body.key)),
    );

    app.get(
      '/redemption',
      { config: admin, schema: { querystring: ListQuery, response: answerOf(CodePage) } },
      async (request) => {
        const page = pageFromOne(request.query);
        const { rows, total } = await listCodes(db, page, request.query.state);
        return answer(
          presentPage(
            page,
            rows.map((row) => present(keys, row)),
            total,
          ),
        );
      },
    );

    app.get(
      '/redemption/search',
      { config: admin, schema: { querystring: SearchQuery, response: answerOf(CodePage) } },
      async (request) => {
        const page = pageFromOne(request.query);
        const keyword = request.query.keyword.trim();
        const search = keyword ? { keyword, codeHash: hashCode(keys, keyword) } : undefined;
        const { rows, total } = await listCodes(db, page, request.query.state, search);
        return answer(
          presentPage(
            page,
            rows.map((row) => present(keys, row)),
            total,
          ),
        );
      },
    );

    app.get(
      '/redemption/:id',
      { config: admin, schema: { params: CodeId, response: answerOf(CodeView) } },
      async (request) => show((await findCode(db, request.params.id)) ?? refuse('This code does not exist.')),
    );

    app.post(
      '/redemption',
      { config: admin, schema: { body: NewCodes, response: answerOf(CodeList) } },
      async (request) => answer(await createCodes(context, actorOf(request), request.body)),
    );

    app.put(
      '/redemption',
      { config: admin, schema: { querystring: ChangeQuery, body: CodeChange, response: answerOf(CodeView) } },
      async (request) => {
        const change = request.query.status_only ? switchCode : changeCode;
        return show(await change(context, actorOf(request), request.body));
      },
    );

    app.delete(
      '/redemption/spent',
      { config: admin, schema: { response: answerOf(Type.Integer()) } },
      async (request) => answer(await deleteSpent(context, actorOf(request))),
    );

    app.delete(
      '/redemption/:id',
      { config: admin, schema: { params: CodeId, response: emptyAnswer } },
      async (request) => answer(await deleteCode(context, actorOf(request), request.params.id)),
    );
  };
}
