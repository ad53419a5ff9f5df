import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { answer, answerOf } from '../../../http/answer.ts';
import { actorOf } from '../../logs/write.ts';
import { beginRun, readProgress } from './service.ts';

const Begun = answerOf(Type.Object({ total: Type.Integer() }));
const Progress = answerOf(
  Type.Object({
    running: Type.Boolean(),
    total: Type.Integer(),
    done: Type.Integer(),
    /** Of those done. */
    failed: Type.Integer(),
    /** The channel being asked. */
    current: Type.Union([Type.Object({ id: Type.Integer(), name: Type.String() }), Type.Null()]),
    /** Unix seconds; 0: never. */
    started: Type.Integer(),
    finished: Type.Integer(),
  }),
);

/** Tests and balances of all channels, in the background: begun here, worked off by billing. */
export function runRoutes(context: Context): FastifyPluginAsyncTypebox {
  const config = { access: 'admin' } as const;

  return async (app) => {
    for (const [path, kind] of [
      ['/test', 'test'],
      ['/update_balance', 'balance'],
    ] as const) {
      app.get(path, { config, schema: { response: Begun } }, async (request) =>
        answer(await beginRun(context, actorOf(request), kind)),
      );

      app.get(`${path}/progress`, { config, schema: { response: Progress } }, async () =>
        answer(await readProgress(context.db, kind)),
      );
    }
  };
}
