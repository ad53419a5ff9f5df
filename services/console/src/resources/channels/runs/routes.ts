import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../../../context.ts';
import { answer, answerOf } from '../../../http/answer.ts';
import { actorOf } from '../../logs/write.ts';
import { Begun, Progress } from './schema.ts';
import { beginRun, readProgress } from './service.ts';

/** Tests and balances of all channels, in the background: begun here, worked off by billing. */
export function runRoutes(context: Context): FastifyPluginAsyncTypebox {
  const config = { access: 'admin' } as const;

  return async (app) => {
    for (const [path, kind] of [
      ['/test', 'test'],
      ['/update_balance', 'balance'],
    ] as const) {
      app.get(path, { config, schema: { response: answerOf(Begun) } }, async (request) =>
        answer(await beginRun(context, actorOf(request), kind)),
      );

      app.get(`${path}/progress`, { config, schema: { response: answerOf(Progress) } }, async () =>
        answer(await readProgress(context.db, kind)),
      );
    }
  };
}
