import type { Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';

const topUpLog = 1;

/** A row of the user's top-up history, in the transaction of its credit. `content` is for people. */
export async function writeTopUpLog(
  trx: Transaction<Schema>,
  { userId, quota, content }: { userId: number; quota: number; content: string },
): Promise<void> {
  await trx
    .insertInto('usage_log')
    .columns(['created_at', 'type', 'user_id', 'username', 'quota', 'content'])
    .expression((select) =>
      select
        .selectFrom('users')
        .select([
          sql`now()`.as('created_at'),
          sql`${topUpLog}::smallint`.as('type'),
          'id as user_id',
          'username',
          sql`${quota}::bigint`.as('quota'),
          sql`${content}::text`.as('content'),
        ])
        .where('id', '=', userId),
    )
    .execute();
}
