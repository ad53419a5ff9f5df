import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../context.ts';
import { answer, answerOf } from '../http/answer.ts';
import { seconds } from '../http/time.ts';
import { UsdtLog } from './schema.ts';

const mostEntries = 100;

/** What was said between us and the USDT gateway, newest first; written while EnableUsdtLog is set. */
export function usdtLogRoutes({ db }: Context): FastifyPluginAsyncTypebox {
  const config = { access: 'admin' } as const;

  return async (app) => {
    app.get('/usdt-logs', { config, schema: { response: answerOf(UsdtLog) } }, async () => {
      const rows = await db
        .selectFrom('processor_log')
        .select(['id', 'created_at', 'content'])
        .where('processor', '=', 'usdt')
        .orderBy('id', 'desc')
        .limit(mostEntries)
        .execute();
      return answer(rows.map((row) => ({ ...row, created_at: seconds(row.created_at) })));
    });
  };
}
