import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { hashTokenKey } from '@switchyard/crypto';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import { answer, answerOf, emptyAnswer, Refusal, refuse } from '../../http/answer.ts';
import { pageFromZero, presentPage } from '../../http/page.ts';
import { limit } from '../../http/too-many-requests.ts';
import { actorOf } from '../logs/write.ts';
import { present } from './present.ts';
import { findToken, listTokens, type TokenRow } from './repository.ts';
import {
  ChangeQuery,
  CreatedToken,
  ListQuery,
  NewToken,
  RevealedKey,
  RevealedKeys,
  SearchQuery,
  TokenChange,
  TokenId,
  TokenIds,
  TokenPage,
  TokenView,
} from './schema.ts';
import {
  changeToken,
  createTokens,
  deleteToken,
  deleteTokens,
  type Owner,
  revealMadeTokens,
  revealToken,
  switchToken,
} from './service.ts';

const revealsPerMinute = 20;
const minuteMs = 60_000;

/** Keys with which a user calls the relay. Every call reaches the caller's own keys only. */
export function tokenRoutes(context: Context): FastifyPluginAsyncTypebox {
  const { db, kv, keys } = context;
  const config = { access: 'user' } as const;
  const ownerOf = (request: FastifyRequest): Owner => ({ ...actorOf(request), group: request.user.group });
  const show = (outcome: TokenRow | Refusal) => answer(outcome instanceof Refusal ? outcome : present(outcome));

  return async (app) => {
    app.get('/', { config, schema: { querystring: ListQuery, response: answerOf(TokenPage) } }, async (request) => {
      const page = pageFromZero(request.query);
      const { rows, total } = await listTokens(db, request.user.id, page);
      return answer(presentPage(page, rows.map(present), total));
    });

    app.get(
      '/search',
      { config, schema: { querystring: SearchQuery, response: answerOf(TokenPage) } },
      async (request) => {
        const { keyword, token, status } = request.query;
        const page = pageFromZero(request.query);
        const keyHash = token ? { keyHash: hashTokenKey(keys.tokenPepper, token) } : {};
        const { rows, total } = await listTokens(db, request.user.id, page, { keyword, status, ...keyHash });
        return answer(presentPage(page, rows.map(present), total));
      },
    );

    app.get('/:id', { config, schema: { params: TokenId, response: answerOf(TokenView) } }, async (request) => {
      const token = await findToken(db, request.user.id, request.params.id);
      return show(token ?? refuse('This key does not exist.'));
    });

    app.post('/', { config, schema: { body: NewToken, response: answerOf(CreatedToken) } }, async (request) => {
      const made = await createTokens(context, ownerOf(request), request.body);
      return answer(made instanceof Refusal ? made : { ...present(made.first), ids: [...made.ids] });
    });

    app.put(
      '/',
      { config, schema: { querystring: ChangeQuery, body: TokenChange, response: answerOf(TokenView) } },
      async (request) => {
        const change = request.query.status_only ? switchToken : changeToken;
        return show(await change(context, ownerOf(request), request.body));
      },
    );

    app.delete('/:id', { config, schema: { params: TokenId, response: emptyAnswer } }, async (request) =>
      answer(await deleteToken(context, actorOf(request), request.params.id)),
    );

    app.post('/batch', { config, schema: { body: TokenIds, response: answerOf(Type.Integer()) } }, async (request) =>
      answer(await deleteTokens(context, actorOf(request), request.body.ids)),
    );

    app.post(
      '/batch/keys',
      { config, schema: { body: TokenIds, response: answerOf(RevealedKeys) } },
      async (request) => {
        await limit(kv.limiter, `token-reveal:${request.user.id}`, revealsPerMinute, minuteMs);
        return answer(await revealMadeTokens(context, actorOf(request), request.body.ids));
      },
    );

    app.post('/:id/key', { config, schema: { params: TokenId, response: answerOf(RevealedKey) } }, async (request) => {
      await limit(kv.limiter, `token-reveal:${request.user.id}`, revealsPerMinute, minuteMs);
      return answer(await revealToken(context, actorOf(request), request.params.id));
    });
  };
}
